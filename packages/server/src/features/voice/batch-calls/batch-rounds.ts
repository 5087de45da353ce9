import type { BatchCallTable } from '../../../platform/db/batch-call-tables.ts';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import { batchCallStore } from './batch-calls.store.ts';

/** One look at a batch: whom to call now, and when to look again. */
export const batchRoundKind = 'batch-call';

type Rounds = Pick<JobQueue, 'enqueue'>;
type Place = Pick<BatchCallTable, 'workspaceId' | 'id'>;

/** Looks at a batch at a time, or earlier where that is planned already. */
export async function enqueueLaterRound(
  trx: DatabaseTransaction,
  jobs: Rounds,
  { workspaceId, id }: Place,
  runAt: number,
): Promise<void> {
  await jobs.enqueue(trx, { workspaceId, kind: batchRoundKind, subjectId: id, key: `batch ${id}`, runAt });
}

/** Looks at a batch at this time, instead of later. */
export async function enqueueRound(
  trx: DatabaseTransaction,
  jobs: Rounds,
  { workspaceId, id }: Place,
  runAt: number,
): Promise<void> {
  const key = `batch ${id}`;
  await jobs.enqueue(trx, { workspaceId, kind: batchRoundKind, subjectId: id, key, runAt, isMoved: true });
}

/** For batches that nobody looks at: of a database that was restored. */
export async function enqueueMissingRounds(trx: DatabaseTransaction, jobs: Rounds): Promise<void> {
  for (const batch of await batchCallStore(trx).listOpen())
    await enqueueLaterRound(trx, jobs, batch, Math.max(Date.now(), batch.scheduledAt));
}
