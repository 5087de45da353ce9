import type { RunEvent } from '@tendril/contract/run-event';
import { mintOrderedId } from '../../../platform/db/ordered-id.ts';
import type { Database, DatabaseTransaction, RunTable } from '../../../platform/db/schema.ts';
import type { EventLog } from '../../../platform/events/events.ts';
import { openWork } from '../../../platform/processes/open-work.ts';
import { insertMessage, type MessageRow } from '../chat-messages/public.ts';
import { createEntry } from './event-entry.ts';
import { runStore } from './runs.store.ts';

// Text deltas are numbered while they stream but not stored: a client that saw some must still recognize the end as
// new.
const unstoredMost = 1_000_000;

interface RunRecoveryParts {
  db: Database;
  events: EventLog;
  /** Of this process. */
  ownerId: string;
  /** Whether this process still executes a run, or has its end to write. */
  isLive(runId: string): boolean;
}

/**
 * Marks runs in progress that no living process executes as interrupted; what they had produced stays, as an answer
 * that says so. Returns how many.
 */
export async function recoverRuns({ db, events, ownerId, isLive }: RunRecoveryParts): Promise<number> {
  let count = 0;
  for (const run of await openWork(db, 'run', ownerId).list()) {
    if (isLive(run.id)) continue;
    const isOurs = await db.transaction().execute(async (trx) => {
      if (!(await openWork(trx, 'run', ownerId).claim(run.id))) return false;
      await interrupt(trx, events, run, ownerId);
      return true;
    });
    if (isOurs) count += 1;
  }
  return count;
}

async function interrupt(
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
  await runStore(trx).end(run.id, ownerId, {
    status: 'interrupted',
    answer: text,
    endedAt: now,
    ms,
    inputTokens: null,
    outputTokens: null,
    costUsd: null,
    error: JSON.stringify(error),
  });
}

async function insertEmptyAnswer(
  trx: DatabaseTransaction,
  run: RunTable,
  createdAt: number,
): Promise<string> {
  const question = await trx
    .selectFrom('chat_message')
    .selectAll()
    .where('runId', '=', run.id)
    .where('role', '=', 'userMessage')
    .executeTakeFirst();
  const id = mintOrderedId();
  if (!question) return id;
  const { seq: _seq, ...columns } = question;
  const answer: MessageRow = {
    ...columns,
    id,
    role: 'apiMessage',
    content: '',
    fileUploads: null,
    status: 'interrupted',
    createdAt,
  };
  await insertMessage(trx, answer);
  return id;
}
