import { randomUUID } from 'node:crypto';
import type { Job } from '@tendril/contract/api/jobs';
import { AppError } from '@tendril/contract/app-error';
import type { Logger } from 'pino';
import type { Database, DatabaseTransaction } from '../db/schema.ts';
import type { Scope } from '../db/scope.ts';
import type { JobHandler } from './job-handler.ts';
import { JobRunner } from './job-runner.ts';
import { type JobRow, jobLeases, jobStore } from './jobs.store.ts';

const concurrency = 2;
const keptMs = 30 * 86_400_000;
const askMs = 1000;
/** How long the caller of a cancel waits for the current step. */
const cancelMs = 5000;

interface JobParts {
  db: Database;
  log: Logger;
  /** Of this process; generated when absent. */
  ownerId?: string;
  /** How long a process may be silent before its jobs are taken over. */
  leaseMs?: number;
  /** The wait before the second attempt. */
  retryMs?: number;
}

interface NewJob extends Scope {
  /** Generated when absent. */
  id?: string;
  kind: string;
  subjectId: string;
  partId?: string | undefined;
  input?: unknown;
}

/** Work that outlives its request: rows in the database, so that nothing is lost when a process ends. */
export function createJobs({ db, log, ownerId = randomUUID(), leaseMs = 15_000, retryMs = 2000 }: JobParts) {
  const handlers = new Map<string, JobHandler>();
  const listeners = new Map<string, Set<() => void>>();
  const onChange = (jobId: string) => {
    for (const listener of listeners.get(jobId) ?? []) listener();
  };
  const runner = new JobRunner({ db, log, ownerId, handlers, onChange, concurrency, leaseMs, retryMs });

  async function read(scope: Scope, id: string): Promise<Job> {
    const row = await jobStore(db).find(scope, id);
    if (!row) throw new AppError('NOT_FOUND', 'Job not found.');
    return toJob(row);
  }

  async function wait(scope: Scope, id: string, signal: AbortSignal): Promise<Job> {
    for (;;) {
      const changed = listen(listeners, id, signal);
      const job = await read(scope, id);
      if (isEnded(job) || signal.aborted) {
        changed.stop();
        return job;
      }
      await changed.happened;
    }
  }

  /** Ends a job that is not running; false when it is. */
  async function endWaiting(scope: Scope, { id, kind, subjectId, partId }: Job): Promise<boolean> {
    const isEnded = await db.transaction().execute(async (trx) => {
      if (!(await jobStore(trx).endWaiting(scope, id))) return false;
      const { workspaceId } = scope;
      await handlers.get(kind)?.undo?.(trx, { workspaceId, id, subjectId, partId }, undefined);
      return true;
    });
    if (isEnded) onChange(id);
    return isEnded;
  }

  return {
    register(handler: JobHandler): void {
      handlers.set(handler.kind, handler);
    },

    /** Queues a job, in the caller's transaction; it starts with the next `poke`. */
    async enqueue(trx: DatabaseTransaction, asked: NewJob): Promise<Job> {
      const row = newRow(asked, handlers.get(asked.kind)?.unit ?? 'parts');
      await jobStore(trx).insert(row);
      return toJob(row);
    },

    /** Looks for work now: to be called after the commit of the transaction that enqueued. */
    poke: () => runner.poke(),

    read,
    listOpen: async (scope: Scope, subjectIds: readonly string[]) =>
      (await jobStore(db).listOpen(scope, subjectIds)).map(toJob),
    listLatest: async (scope: Scope, subjectId: string, limit: number) =>
      (await jobStore(db).listLatest(scope, subjectId, limit)).map(toJob),

    async cancel(scope: Scope, id: string): Promise<Job> {
      const job = await read(scope, id);
      if (isEnded(job)) return job;
      if (await endWaiting(scope, job)) return read(scope, id);
      await jobStore(db).askCancel(scope, id);
      runner.cancel(id);
      runner.poke();
      return wait(scope, id, AbortSignal.timeout(cancelMs));
    },

    /** Waits until a job has ended, or the signal aborts; returns its final state. */
    wait,

    /** Deletes the jobs of a record that is being deleted; a running one ends at its next step. */
    async removeOf(trx: DatabaseTransaction, scope: Scope, subjectId: string): Promise<void> {
      await jobStore(trx).removeOf(scope, subjectId);
    },

    async start(): Promise<void> {
      await jobLeases(db).removeEnded(Date.now() - keptMs);
      await runner.start();
    },
    /** Resumes the jobs of dead processes, before their leases expire; returns how many. */
    async recover(): Promise<number> {
      const count = await jobLeases(db).freeUnowned();
      if (count > 0) runner.poke();
      return count;
    },

    close: () => runner.close(),
  };
}

export type Jobs = ReturnType<typeof createJobs>;

/** Whether a job is in a final state. */
export function isEnded({ state }: Pick<Job, 'state'>): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled';
}

interface Listening {
  happened: Promise<void>;
  stop(): void;
}

// Another process may run the job and cannot notify us, so we poll.
function listen(listeners: Map<string, Set<() => void>>, id: string, signal: AbortSignal): Listening {
  const { promise, resolve } = Promise.withResolvers<void>();
  const own = listeners.get(id) ?? new Set();
  listeners.set(id, own);
  const timer = setTimeout(resolve, askMs);
  own.add(resolve);
  signal.addEventListener('abort', () => resolve(), { once: true });
  const stop = () => {
    clearTimeout(timer);
    own.delete(resolve);
    if (own.size === 0) listeners.delete(id);
    resolve();
  };
  return { happened: promise.then(stop), stop };
}

let latestMs = 0;

/** The time, later than at any previous call: jobs of one record run in the order in which they came. */
function laterNow(): number {
  latestMs = Math.max(latestMs + 1, Date.now());
  return latestMs;
}

function newRow({ id, workspaceId, kind, subjectId, partId, input }: NewJob, unit: string): JobRow {
  const now = laterNow();
  return {
    id: id ?? randomUUID(),
    workspaceId,
    kind,
    state: 'waiting',
    subjectId,
    partId: partId ?? null,
    input: JSON.stringify(input ?? null),
    checkpoint: null,
    done: 0,
    total: null,
    unit,
    attempts: 0,
    error: null,
    result: null,
    isCancelAsked: 0,
    leaseOwner: null,
    leasedUntil: null,
    runAt: Math.min(now, Date.now()),
    createdAt: now,
    updatedAt: now,
  };
}

function toJob(row: JobRow): Job {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    subjectId: row.subjectId,
    partId: row.partId,
    progress: { done: row.done, total: row.total, unit: row.unit as Job['progress']['unit'] },
    attempts: row.attempts,
    error: row.error === null ? null : (JSON.parse(row.error) as Job['error']),
    result: row.result === null ? null : JSON.parse(row.result),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}
