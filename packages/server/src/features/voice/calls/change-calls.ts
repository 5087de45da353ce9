import type { Call } from '@tendril/contract/api/calls';
import type { DisconnectionReason } from '@tendril/contract/call-event';
import type { Scope } from '../../../platform/db/scope.ts';
import type { CallTable } from '../../../platform/db/voice-tables.ts';
import { removeCall } from './call-after.ts';
import { callStore } from './calls.store.ts';
import type { CallsParts } from './calls.ts';
import { hangUpOwnedCall } from './internal-calls.ts';
import type { createLiveCalls } from './live-calls.ts';
import type { PhoneCalls } from './phone-calls.ts';
import type { FoundCall } from './search-calls.ts';

interface ChangeNeeds {
  live: Pick<ReturnType<typeof createLiveCalls>, 'hangUp'>;
  phones: Pick<PhoneCalls, 'giveUpRinging'>;
  /** Throws NOT_FOUND. */
  require(scope: Scope, id: string): Promise<CallTable>;
  answer(row: CallTable): Call;
}

const anyStatus = ['registered', 'not_connected', 'ongoing', 'ended', 'error'] as const;

/** What is done to a call from outside of it. */
export function changeCalls(parts: CallsParts, { live, phones, require, answer }: ChangeNeeds) {
  return {
    /** A call, and whether its agent stores no sensitive data. */
    async find(scope: Scope, id: string): Promise<FoundCall> {
      const row = await require(scope, id);
      return { call: answer(row), isPrivate: row.isPrivate === 1 };
    },

    async changeMetadata(
      scope: Scope,
      id: string,
      metadata: Readonly<Record<string, unknown>>,
    ): Promise<void> {
      await require(scope, id);
      const changes = { metadata: JSON.stringify(metadata) };
      await parts.writes.write((trx) => callStore(trx).change(scope, id, anyStatus, changes), id);
    },

    /** Ends a call in progress, wherever it is, once its end is stored; returns whether it was in progress. */
    async stop(scope: Scope, id: string, by?: string): Promise<boolean> {
      const row = await require(scope, id);
      if (await live.hangUp(scope, id, 'manual_stopped', by)) return true;
      if (await phones.giveUpRinging(scope, id)) return true;
      if (!isOpen(row)) return false;
      await hangUpElsewhere(parts, row, 'manual_stopped', by);
      return true;
    },

    /** Ends a call in progress, and deletes everything that is stored of it. */
    async remove(scope: Scope, id: string): Promise<void> {
      const row = await require(scope, id);
      await phones.giveUpRinging(scope, id);
      if (!(await live.hangUp(scope, id))) await hangUpElsewhere(parts, row);
      await removeCall(parts, scope, row);
    },
  };
}

/** It is in progress, or a telephone rings. */
function isOpen({ status, ownerId }: CallTable): boolean {
  return status === 'ongoing' || (status === 'registered' && ownerId !== null);
}

/** Hangs up a call whose line is at another process; one that is gone has closed it. */
async function hangUpElsewhere(
  { peers, processes }: CallsParts,
  row: CallTable,
  reason?: DisconnectionReason,
  by?: string,
): Promise<void> {
  if (!isOpen(row) || row.ownerId === null || row.ownerId === processes.id) return;
  const path = hangUpOwnedCall.path.replace(':id', encodeURIComponent(row.id));
  const body = { workspaceId: row.workspaceId, ...(reason && { reason }), ...(by !== undefined && { by }) };
  await peers.ask(row.ownerId, { method: 'POST', path, body });
}
