import type { BatchCallSettings, BatchContactOutcome } from '@tendril/contract/api/batch-calls';
import type { Call } from '@tendril/contract/api/calls';
import type { BatchContactTable } from '../../../platform/db/batch-call-tables.ts';

type EndedCall = Pick<Call, 'startedAt' | 'disconnectionReason'>;

/** What became of a try, by how its call ended. */
export function tryOutcome({ startedAt, disconnectionReason: reason }: EndedCall): BatchContactOutcome {
  if (reason === 'voicemail_reached') return 'voicemail';
  if (startedAt !== null) return 'answered';
  switch (reason) {
    case 'dial_busy':
    case 'user_declined':
      return 'busy';
    case 'dial_no_answer':
    case 'registered_call_timeout':
    case 'manual_stopped':
      return 'no_answer';
    default:
      return 'failed';
  }
}

type Tried = Pick<BatchContactTable, 'attempts'>;

/** What follows for a contact whose try has ended: another try, or its final state. */
export function afterTry(
  { attempts }: Tried,
  { retries }: Pick<BatchCallSettings, 'retries'>,
  outcome: BatchContactOutcome,
  now: number,
): Partial<BatchContactTable> {
  const isTriedAgain =
    outcome !== 'answered' && retries.outcomes.includes(outcome) && attempts <= retries.most;
  return isTriedAgain
    ? { state: 'pending', outcome, nextAt: now + retries.afterMs, callId: null, ownerId: null }
    : { state: outcome, outcome, ownerId: null };
}
