import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import { type SourceSyncRow, syncQueue } from './source-syncs.store.ts';

/** The job that waits for the next time of a sync. */
export const syncTimerKind = 'source-sync-timer';

type Timed = Pick<SourceSyncRow, 'workspaceId' | 'loaderId'>;

/** Sets the timer of a sync in the transaction that sets its next time: one waits for each, however often it is set. */
export async function setSyncTimer(
  trx: DatabaseTransaction,
  jobs: Pick<JobQueue, 'enqueue'>,
  { workspaceId, loaderId }: Timed,
  nextAt: number | null,
): Promise<void> {
  // One that waits for a time that is no more finds nothing to start.
  if (nextAt === null) return;
  await jobs.enqueue(trx, {
    ...{ workspaceId, kind: syncTimerKind, key: loaderId, lane: 'timers', runAt: nextAt, isMoved: true },
    // Not the knowledge base itself: a time comes while a sync is under way.
    ...{ subjectId: `sync-${loaderId}`, partId: loaderId },
  });
}

/** Sets the timers that are missing: of a database that was restored. */
export async function setMissingSyncTimers(
  trx: DatabaseTransaction,
  jobs: Pick<JobQueue, 'enqueue'>,
): Promise<void> {
  for (const row of await syncQueue(trx).withoutTimer(syncTimerKind))
    await setSyncTimer(trx, jobs, row, row.nextAt === null ? null : Number(row.nextAt));
}
