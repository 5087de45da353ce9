import type { BatchContactTable } from '../../../platform/db/batch-call-tables.ts';
import type { CallTable } from '../../../platform/db/voice-tables.ts';
import { type BatchPlace, batchContactStore } from './batch-contacts.store.ts';
import type { RoundParts } from './batch-round.ts';
import { batchTryStore } from './batch-tries.store.ts';
import { livingProcesses } from './living-processes.ts';
import { settleTry } from './settle-tries.ts';
import { tryOutcome } from './try-outcome.ts';

const stopped = 'The server stopped while this call was being placed.';

/**
 * Ends the tries of processes that are gone. One whose call was registered may have rung: it counts, and is not made
 * again. One without a call never reached a carrier: it is made now.
 */
export async function recoverTries(
  parts: RoundParts,
  place: BatchPlace,
  isMaking: (callId: string) => boolean,
): Promise<void> {
  const { db, processes } = parts;
  const store = batchContactStore(db);
  const calling = await store.calling(place);
  if (calling.length === 0) return;
  const living = await livingProcesses(db);
  for (const contact of calling) {
    const call = await callOfTry(parts, contact);
    // A round waits for what it places: while one begins, this process places only what others lead here.
    const isPlaced =
      isMaking(contact.callId ?? '') ||
      (contact.ownerId !== null && contact.ownerId !== processes.id && living.has(contact.ownerId));
    const isFollowed = contact.ownerId !== null && living.has(contact.ownerId);
    if (!call) {
      if (!isPlaced) await takeBackTry(parts, contact);
    } else if (call.endedAt !== null || call.status === 'not_connected') await settle(parts, contact, call);
    else if (call.status === 'registered' && !isFollowed)
      await parts.calls.phones.endUnanswered(call, 'error_unknown');
  }
}

/** The call of a try, once it is registered. */
export function callOfTry(
  { db }: Pick<RoundParts, 'db'>,
  { workspaceId, callId }: BatchContactTable,
): Promise<CallTable | undefined> {
  return db
    .selectFrom('call')
    .selectAll()
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', callId ?? '')
    .executeTakeFirst();
}

/** Undoes a try that was never made. */
export async function takeBackTry(
  { db }: Pick<RoundParts, 'db'>,
  { callId, attempts, tries }: BatchContactTable,
): Promise<void> {
  const made = (JSON.parse(tries) as string[]).filter((one) => one !== callId);
  await batchTryStore(db).settle(callId ?? '', {
    ...{ state: 'pending', attempts: attempts - 1, callId: null, ownerId: null, error: null },
    tries: JSON.stringify(made),
  });
}

async function settle({ db, jobs }: RoundParts, contact: BatchContactTable, call: CallTable): Promise<void> {
  const outcome = tryOutcome({
    startedAt: call.startedAt,
    disconnectionReason: call.disconnectionReason as Parameters<typeof tryOutcome>[0]['disconnectionReason'],
  });
  const error = outcome === 'failed' ? stopped : undefined;
  await db
    .transaction()
    .execute((trx) => settleTry(trx, jobs, contact, { outcome, error, isPrivate: call.isPrivate === 1 }));
}
