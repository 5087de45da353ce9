import type { RunEvent } from '@tendril/contract/run-event';
import { mintOrderedId } from '../../../platform/db/ordered-id.ts';
import type { DatabaseTransaction, RunTable } from '../../../platform/db/schema.ts';
import type { EventLog } from '../../../platform/events/events.ts';
import { insertMessages, type MessageRow } from '../chat-messages/public.ts';
import { createEntry } from './event-entry.ts';
import { unstoredMost } from './live-run.ts';
import { progressStore } from './run-progress.ts';
import { runStore } from './runs.store.ts';

/** Ends a run that does not go on; what it had produced stays, as an answer that says so. */
export async function interruptRun(
  trx: DatabaseTransaction,
  events: EventLog,
  run: RunTable,
  ownerId: string,
): Promise<void> {
  const now = Date.now();
  const partial = await trx
    .selectFrom('chat_message')
    .select(['id', 'content'])
    .where('runId', '=', run.id)
    .where('role', '=', 'apiMessage')
    .executeTakeFirst();
  if (partial)
    await trx
      .updateTable('chat_message')
      .set({ status: 'interrupted' })
      .where('id', '=', partial.id)
      .execute();
  const messageId = partial?.id ?? (await insertEmptyAnswer(trx, run, now));
  const text = partial?.content ?? '';
  const ms = now - run.startedAt;
  const error = { code: 'INTERNAL', message: 'The server stopped while this was being answered.' };
  const closing: RunEvent[] = [
    { type: 'text', text, isPartial: true },
    { type: 'run-end', status: 'interrupted', ms, error, chatMessageId: messageId },
  ];
  const lastSeq = (await events.lastSeq(run.id, trx)) + unstoredMost;
  const owner = { ...run, versionNumber: run.versionNumber ?? 0 };
  const prepared = events.prepareSmall(
    owner,
    closing.map((event, index) => createEntry(lastSeq + 1 + index, event)),
  );
  await events.insert(trx, run, prepared);
  await progressStore(trx).remove(run, run.id);
  const end = {
    id: run.id,
    status: 'interrupted' as const,
    answer: text,
    endedAt: now,
    ms,
    inputTokens: null,
    outputTokens: null,
    costUsd: null,
    error: JSON.stringify(error),
  };
  await runStore(trx).end([end], ownerId);
}

/** The stored question of a run; absent for a run of a part of the draft. */
export function questionOf(trx: DatabaseTransaction, runId: string): Promise<MessageRow | undefined> {
  return trx
    .selectFrom('chat_message')
    .selectAll()
    .where('runId', '=', runId)
    .where('role', '=', 'userMessage')
    .executeTakeFirst();
}

async function insertEmptyAnswer(
  trx: DatabaseTransaction,
  run: RunTable,
  createdAt: number,
): Promise<string> {
  const question = await questionOf(trx, run.id);
  const id = mintOrderedId();
  if (!question) return id;
  const { seq: _seq, ...columns } = question as MessageRow & { seq?: number };
  const answer: MessageRow = {
    ...columns,
    id,
    role: 'apiMessage',
    content: '',
    fileUploads: null,
    status: 'interrupted',
    createdAt,
  };
  await insertMessages(trx, [answer]);
  return id;
}
