import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import { type ScheduleRow, scheduleQueue } from './flow-schedules.store.ts';

/** The job that waits for the next time of a schedule. */
export const scheduleJobKind = 'flow-schedule';

type Timed = Pick<ScheduleRow, 'workspaceId' | 'flowId'>;

/** Sets the timer of a schedule in the transaction that sets its next time: one waits for each, however often it is set. */
export async function setTimer(
  trx: DatabaseTransaction,
  jobs: Pick<JobQueue, 'enqueue'>,
  { workspaceId, flowId }: Timed,
  nextAt: number | null,
): Promise<void> {
  // One that waits for a time that is no more finds nothing to start.
  if (nextAt === null) return;
  await jobs.enqueue(trx, {
    ...{ workspaceId, kind: scheduleJobKind, key: flowId, lane: 'timers', runAt: nextAt, isMoved: true },
    // Not the flow itself: a time comes while a run of the flow is under way.
    ...{ subjectId: `schedule-${flowId}`, partId: flowId },
  });
}

/** Sets the timers that are missing: of a database that was restored, or written before there were timers. */
export async function setMissingTimers(
  trx: DatabaseTransaction,
  jobs: Pick<JobQueue, 'enqueue'>,
): Promise<void> {
  for (const row of await scheduleQueue(trx).withoutTimer(scheduleJobKind))
    await setTimer(trx, jobs, row, row.nextAt);
}
