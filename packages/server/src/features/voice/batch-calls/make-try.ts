import { AppError } from '@tendril/contract/app-error';
import type { BatchCallTable, BatchContactTable } from '../../../platform/db/batch-call-tables.ts';
import { batchCallStore } from './batch-calls.store.ts';
import type { RoundParts } from './batch-round.ts';
import { readGiven } from './batch-row.ts';
import { batchTryStore } from './batch-tries.store.ts';
import { callOfTry, takeBackTry } from './recover-tries.ts';
import { settleTry } from './settle-tries.ts';

export const tryEnds = ['placed', 'refused', 'no-room', 'paused'] as const;
export type TryEnd = (typeof tryEnds)[number];

/** Makes one try that has been written, by a call from this process. */
export async function makeTry(
  parts: RoundParts,
  batch: BatchCallTable,
  contact: BatchContactTable,
): Promise<TryEnd> {
  const {
    variables,
    metadata,
    headers,
    agentId = batch.agentId,
    version = batch.version,
  } = readGiven(contact);
  try {
    await parts.outbound.place(batch, {
      ...(contact.callId !== null && { id: contact.callId }),
      fromNumber: batch.fromNumber,
      toNumber: contact.phoneNumber,
      ...(agentId !== null && { agentId, version }),
      ...{ variables, metadata, headers: headers ?? {} },
    });
    return 'placed';
  } catch (error) {
    return afterRefusal(parts, batch, contact, error);
  }
}

/** What follows where no call was placed. A call that was registered has ended by itself: its try is over. */
async function afterRefusal(
  parts: RoundParts,
  batch: BatchCallTable,
  contact: BatchContactTable,
  error: unknown,
): Promise<TryEnd> {
  const { db, jobs } = parts;
  if (!(await batchTryStore(db).findByCall(contact.callId ?? ''))) return 'refused';
  const message = error instanceof AppError ? error.message : 'The call could not be placed.';
  const isCalled = (await callOfTry(parts, contact)) !== undefined;
  if (!(error instanceof AppError) || isCalled) {
    await db
      .transaction()
      .execute((trx) => settleTry(trx, jobs, contact, { outcome: 'failed', error: message }));
    return 'refused';
  }
  if (error.details?.some(({ path }) => path === 'toNumber')) {
    await leaveOut(parts, contact, message.replace(/^toNumber: /, ''));
    return 'placed';
  }
  await takeBackTry(parts, contact);
  if (error.code === 'TOO_MANY_REQUESTS') return 'no-room';
  await pauseBatch(parts, batch, message);
  return 'paused';
}

/** A number that may not be called is not tried again. */
async function leaveOut(
  { db, doNotCall }: RoundParts,
  contact: BatchContactTable,
  error: string,
): Promise<void> {
  const { phoneNumber, callId } = contact;
  const isListed = (await doNotCall.among(contact, [phoneNumber])).has(phoneNumber);
  const changes = isListed
    ? { state: 'do_not_call' as const, error: null }
    : { state: 'failed' as const, outcome: 'failed' as const, error };
  await batchTryStore(db).settle(callId ?? '', { ...changes, ownerId: null });
}

/** What the next calls would fail at, too, is for a person to set right. */
export async function pauseBatch(
  { db }: RoundParts,
  batch: BatchCallTable,
  pauseReason: string,
): Promise<void> {
  await batchCallStore(db).change(batch, batch.id, ['running'], { state: 'paused', pauseReason });
}
