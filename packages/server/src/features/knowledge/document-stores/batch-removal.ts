import { leaveToNextCommit } from '../../../platform/db/commit-sync.ts';
import { createRests } from '../../../platform/db/create-rests.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { JobHandler } from '../../../platform/jobs/job-handler.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import { batchStore } from './batches.store.ts';

const removalKind = 'document-store-removal';
/** So few that nothing waits for them for long: an index of texts is kept with each. */
const rowsAtOnce = 50;
/** Where it failed, it is tried again. */
const againMs = 600_000;

/**
 * Deletes what a batch holds of chunks and parents, when nothing finds them any more: a few in this transaction, and
 * what is left in a job that commits slice by slice.
 */
export async function removeBatch(
  trx: DatabaseTransaction,
  jobs: Pick<JobQueue, 'enqueue'>,
  { workspaceId }: Scope,
  { loaderId, batch }: { loaderId: string; batch: string },
): Promise<void> {
  if ((await batchStore(trx).removeSome({ workspaceId }, batch, rowsAtOnce)) < rowsAtOnce) return;
  await jobs.enqueue(trx, { workspaceId, kind: removalKind, subjectId: batch, partId: loaderId, key: batch });
}

/** Deletes all of a batch that a job is about to refill, slice by slice. */
export async function emptyBatch(
  db: Database,
  scope: Scope,
  batch: string,
  signal: AbortSignal,
): Promise<void> {
  const rest = createRests();
  const removeSome = (trx: DatabaseTransaction) => {
    leaveToNextCommit(trx);
    return batchStore(trx).removeSome(scope, batch, rowsAtOnce);
  };
  while ((await db.transaction().execute(removeSome)) === rowsAtOnce) {
    signal.throwIfAborted();
    await rest();
  }
}

/** Goes on after a stop, however often: what is left says where it was. */
export function removalHandler(jobs: Pick<JobQueue, 'enqueue'>): JobHandler {
  return {
    kind: removalKind,
    unit: 'chunks',
    lane: 'quick',
    isEphemeral: true,

    async run(job) {
      const rest = createRests();
      const { subjectId: batch, partId } = job;
      let removed = 0;
      let done = 0;
      do {
        await job.advance({ done, total: null, checkpoint: null, forgetsDeaths: true }, async (trx) => {
          leaveToNextCommit(trx);
          const store = batchStore(trx);
          // Failed work may be done once more, under the same name.
          const isUsed = await store.isUsed(job, { loaderId: partId ?? '', batch });
          removed = isUsed ? 0 : await store.removeSome(job, batch, rowsAtOnce);
        });
        done += removed;
        await rest();
      } while (removed === rowsAtOnce);
    },

    async undo(trx, { workspaceId, subjectId, partId }) {
      const later = { runAt: Date.now() + againMs, ...(partId !== null && { partId }) };
      await jobs.enqueue(trx, { workspaceId, kind: removalKind, subjectId, key: subjectId, ...later });
    },
  };
}
