import type { BatchCallSettings, BatchContactOutcome } from '@tendril/contract/api/batch-calls';
import type { Call } from '@tendril/contract/api/calls';
import type { BatchContactTable } from '../../../platform/db/batch-call-tables.ts';

type EndedCall = Pick<Call, 'startedAt' | 'disconnectionReason'>;

/** `stopped`: somebody has ended the call while it rang, who does not want it again. */
export type TryOutcome = BatchContactOutcome | 'stopped';

/** What became of a try, by how its call ended. */
export function tryOutcome({ startedAt, disconnectionReason: reason }: EndedCall): TryOutcome {
  if (reason === 'voicemail_reached') return 'voicemail';
  if (startedAt !== null) return 'answered';
  switch (reason) {
    case 'dial_busy':
    case 'user_declined':
      return 'busy';
    case 'dial_no_answer':
    case 'registered_call_timeout':
      return 'no_answer';
    case 'manual_stopped':
      return 'stopped';
    default:
      return 'failed';
  }
}

type Tried = Pick<BatchContactTable, 'attempts'>;

/** What follows for a contact whose try has ended: another try, or its final state. */
export function afterTry(
  { attempts }: Tried,
  { retries }: Pick<BatchCallSettings, 'retries'>,
  outcome: TryOutcome,
  now: number,
): Partial<BatchContactTable> {
  if (outcome === 'stopped') return { state: 'canceled', outcome: null, ownerId: null };
  const isTriedAgain =
    outcome !== 'answered' && retries.outcomes.includes(outcome) && attempts <= retries.most;
  return isTriedAgain
    ? { state: 'pending', outcome, nextAt: now + retries.afterMs, callId: null, ownerId: null }
    : { state: outcome, outcome, ownerId: null };
}
