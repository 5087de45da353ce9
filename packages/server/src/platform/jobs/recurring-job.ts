import type { DatabaseTransaction } from '../db/schema.ts';
import type { JobHandler } from './job-handler.ts';
import type { JobQueue } from './job-queue.ts';
import type { LaneName } from './lanes.ts';

/** The workspace of jobs that are the server's own. */
const ofServer = { workspaceId: '' };

interface RecurringJob {
  /** Unique: whatever the number of processes, one waits. */
  name: string;
  everyMs: number;
  /** What takes longer than a moment has a lane of its own kind. */
  lane?: LaneName;
  run(signal: AbortSignal): Promise<void>;
}

/** Registers work that the server does for itself from time to time, in whichever process has a place. */
export function registerRecurring(
  jobs: JobQueue,
  { name, everyMs, lane = 'quick', run }: RecurringJob,
): void {
  const next = (trx: DatabaseTransaction) =>
    jobs.enqueue(trx, { ...ofServer, kind: name, subjectId: name, key: name, runAt: Date.now() + everyMs });
  const handler: JobHandler = {
    kind: name,
    unit: 'parts',
    lane,
    isEphemeral: true,
    async run(job) {
      await run(job.signal);
      await job.advance({ done: 1, total: 1, checkpoint: null }, async (trx) => void (await next(trx)));
    },
    // One that failed for good is not the last.
    undo: async (trx) => void (await next(trx)),
  };
  jobs.register(handler);
  jobs.onStart(next);
}
