import { randomUUID } from 'node:crypto';
import type { Job } from '@tendril/contract/api/jobs';
import { AppError } from '@tendril/contract/app-error';
import type { Logger } from 'pino';
import type { ControlBus } from '../bus/control-bus.ts';
import type { Database, DatabaseTransaction } from '../db/schema.ts';
import type { Scope } from '../db/scope.ts';
import { isPostgres } from '../db/sequence-column.ts';
import type { WorkspaceLimits } from '../limits/workspace-limits.ts';
import { chooseQueue } from './choose-queue.ts';
import { countJobs, type JobCount } from './count-jobs.ts';
import { EmbeddedEngine } from './embedded-engine.ts';
import { freeAbandoned } from './free-abandoned.ts';
import { GraphileEngine } from './graphile-engine.ts';
import type { JobEngine } from './job-engine.ts';
import type { JobHandler } from './job-handler.ts';
import { jobListeners } from './job-listeners.ts';
import { isEnded, type NewJob, newJobRow, toJob } from './job-rows.ts';
import { JobWork } from './job-work.ts';
import { type JobRow, jobLists, jobNotes, jobStore } from './jobs.store.ts';
import { type LaneName, lanePlaces } from './lanes.ts';
import { requireJobRoom } from './require-job-room.ts';

const keptMs = 30 * 86_400_000;
/** How long the caller of a cancel waits for the current step. */
const cancelMs = 5000;
/** How often we look whether another process has cancelled a job of ours. */
const lookMs = 5000;
const mostFailed = 200;

interface JobQueueParts {
  db: Database;
  log: Logger;
  /** Tells other processes at once that a job of theirs was cancelled. */
  bus?: Pick<ControlBus, 'publish' | 'subscribe'> | undefined;
  /** Of PostgreSQL, without a pooler in between. */
  databaseUrl?: string | undefined;
  /** Of this process; generated when absent. */
  ownerId?: string;
  /** Called for every job that starts here, with how long it waited since it was due. */
  onStart?: (lane: LaneName, waitedMs: number) => void;
  /** Of workspaces; none when absent. */
  limits?: Pick<WorkspaceLimits, 'of'> | undefined;
  /** The wait before the second attempt. */
  retryMs?: number;
  /** How long a job that takes turns works before it gives way to others. */
  turnMs?: number;
}

/** Work that outlives its request: rows in the database, so that nothing is lost when a process ends. */
export interface JobQueue {
  register(handler: JobHandler): void;
  /**
   * Throws TOO_MANY_REQUESTS when as many jobs of a workspace wait as it may have: for what people ask for, before the
   * transaction. What other work needs is never refused.
   */
  requireRoom(scope: Scope): Promise<void>;
  /** Queues a job in the transaction of what causes it; call `poke` after the commit. */
  enqueue(trx: DatabaseTransaction, asked: NewJob): Promise<Job>;
  poke(): void;
  read(scope: Scope, id: string): Promise<Job>;
  listOpen(scope: Scope, subjectIds: readonly string[]): Promise<Job[]>;
  listLatest(scope: Scope, subjectId: string, limit: number): Promise<Job[]>;
  /** Those that failed for good, the latest first. */
  listFailed(scope: Scope): Promise<Job[]>;
  /** How many jobs of a lane a workspace has. */
  count(scope: Scope, lane: LaneName): Promise<JobCount>;
  cancel(scope: Scope, id: string): Promise<Job>;
  /** Holds a job after its current step. */
  pause(scope: Scope, id: string): Promise<Job>;
  /** Lets a paused job go on. */
  resume(scope: Scope, id: string): Promise<Job>;
  /** Does a failed job once more, from its beginning. Throws CONFLICT for one that has not failed. */
  runAgain(scope: Scope, id: string): Promise<Job>;
  /** Waits until a job has ended, or the signal aborts; returns its state then. */
  wait(scope: Scope, id: string, signal: AbortSignal): Promise<Job>;
  /** Deletes the jobs of a record that is being deleted; a running one ends at its next step. */
  removeOf(trx: DatabaseTransaction, scope: Scope, subjectId: string): Promise<void>;
  /** Enqueues with `ask` when this process begins to do jobs. */
  onStart(ask: (trx: DatabaseTransaction) => Promise<unknown>): void;
  /** Begins to do jobs. A process that only serves requests does not call it. */
  start(): Promise<void>;
  /** Resumes the jobs of processes that are gone, and what was abandoned here for nobody; returns how many. */
  recover(): Promise<number>;
  /** Ends what runs here: other processes own it by now, or take it over next. */
  abandon(): void;
  /** Hands back what runs here. */
  close(): Promise<void>;
}

/** Jobs over the engine of the database. */
export function createJobQueue(parts: JobQueueParts): JobQueue {
  return new Queue(parts);
}

class Queue implements JobQueue {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #ownerId: string;
  readonly #bus: JobQueueParts['bus'];
  readonly #limits: JobQueueParts['limits'];
  readonly #handlers = new Map<string, JobHandler>();
  readonly #listeners = jobListeners();
  readonly #work: JobWork;
  readonly #engine: JobEngine;
  readonly #atStart: ((trx: DatabaseTransaction) => Promise<unknown>)[] = [];
  #looking: NodeJS.Timeout | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor({
    db,
    log,
    bus,
    limits,
    databaseUrl,
    onStart,
    ownerId = randomUUID(),
    retryMs = 2000,
    turnMs = 30_000,
  }: JobQueueParts) {
    this.#db = db;
    this.#log = log;
    this.#ownerId = ownerId;
    this.#bus = bus;
    this.#limits = limits;
    this.#work = new JobWork({
      ...{ db, log, ownerId, retryMs, turnMs, handlers: this.#handlers, onChange: this.#listeners.notify },
      schedule: (trx, row) => this.#engine.schedule(trx, row),
      // Without the database, the next recovery finds it.
      onAbandoned: () => void this.recover().catch(() => undefined),
      onStart: (row) => onStart?.(row.lane, Date.now() - row.runAt),
    });
    const common = { db, log, ownerId, places: lanePlaces, work: this.#work };
    this.#engine = isPostgres(db)
      ? new GraphileEngine({ ...common, url: databaseUrl })
      : new EmbeddedEngine(common);
  }

  register(handler: JobHandler): void {
    this.#handlers.set(handler.kind, handler);
  }

  async requireRoom(scope: Scope): Promise<void> {
    if (this.#limits) await requireJobRoom(this.#db, scope, this.#limits);
  }

  async enqueue(trx: DatabaseTransaction, asked: NewJob): Promise<Job> {
    const row = newJobRow(asked, this.#handlers.get(asked.kind));
    row.queue = await chooseQueue(trx, row, asked);
    row.position = await this.#engine.position(trx, row);
    const store = jobStore(trx);
    if (await store.insert(row)) {
      await this.#engine.schedule(trx, row);
      return toJob(row);
    }
    const waiting = await store.findWaiting(asked, asked.kind, row.key ?? '');
    // It began in this moment, with what was known then.
    if (!waiting) return this.enqueue(trx, asked);
    if (asked.isMoved && waiting.runAt !== row.runAt) return this.#move(trx, waiting, row.runAt, asked);
    return toJob(waiting);
  }

  poke(): void {
    this.#engine.poke();
  }

  async read(scope: Scope, id: string): Promise<Job> {
    const row = await jobStore(this.#db).find(scope, id);
    if (!row) throw new AppError('NOT_FOUND', 'Job not found.');
    return toJob(row);
  }

  async listOpen(scope: Scope, subjectIds: readonly string[]): Promise<Job[]> {
    return (await jobLists(this.#db).listOpen(scope, subjectIds)).map(toJob);
  }

  async listLatest(scope: Scope, subjectId: string, limit: number): Promise<Job[]> {
    return (await jobLists(this.#db).listLatest(scope, subjectId, limit)).map(toJob);
  }

  async listFailed(scope: Scope): Promise<Job[]> {
    return (await jobLists(this.#db).listFailed(scope, mostFailed)).map(toJob);
  }

  count(scope: Scope, lane: LaneName): Promise<JobCount> {
    return countJobs(this.#db, scope, lane);
  }

  async cancel(scope: Scope, id: string): Promise<Job> {
    const job = await this.read(scope, id);
    if (isEnded(job)) return job;
    if (await this.#endWaiting(scope, job)) return this.read(scope, id);
    await jobStore(this.#db).askCancel(scope, id);
    this.#work.cancel(id);
    this.#bus?.publish({ kind: 'poke-jobs' });
    return this.wait(scope, id, AbortSignal.timeout(cancelMs));
  }

  async pause(scope: Scope, id: string): Promise<Job> {
    const job = await this.read(scope, id);
    if (isEnded(job) || job.state === 'paused') return job;
    const isHeld = await this.#db.transaction().execute(async (trx) => {
      if (!(await jobStore(trx).move(scope, id, 'waiting', { state: 'paused' }))) return false;
      await this.#engine.withdraw(trx, [id]);
      return true;
    });
    if (isHeld) return this.read(scope, id);
    await jobStore(this.#db).askPause(scope, id);
    this.#work.pause(id);
    this.#bus?.publish({ kind: 'poke-jobs' });
    return this.#waitWhile(scope, id, ({ state }) => state === 'running', AbortSignal.timeout(cancelMs));
  }

  async resume(scope: Scope, id: string): Promise<Job> {
    const job = await this.read(scope, id);
    if (job.state !== 'paused') return job;
    await this.#db.transaction().execute(async (trx) => {
      // Another one may wait under its key by now.
      const again = { state: 'waiting' as const, runAt: Date.now(), isPauseAsked: 0 as const, key: null };
      if (!(await jobStore(trx).move(scope, id, 'paused', again))) return;
      const row = await jobStore(trx).find(scope, id);
      if (row) await this.#engine.schedule(trx, row);
    });
    this.poke();
    return this.read(scope, id);
  }

  async runAgain(scope: Scope, id: string): Promise<Job> {
    await this.read(scope, id);
    await this.#db.transaction().execute(async (trx) => {
      const fresh = {
        ...{ attempts: 0, deaths: 0, doneAtDeath: 0, causes: null, error: null },
        ...{ done: 0, total: null, checkpoint: null, result: null, isCancelAsked: 0 as const },
      };
      const again = { ...fresh, state: 'waiting' as const, runAt: Date.now() };
      const isMoved = await jobStore(trx).move(scope, id, 'failed', again);
      const row = isMoved ? await jobStore(trx).find(scope, id) : undefined;
      if (!row) throw new AppError('CONFLICT', 'Only a job that failed can be run again.');
      await this.#engine.schedule(trx, row);
    });
    this.poke();
    return this.read(scope, id);
  }

  async wait(scope: Scope, id: string, signal: AbortSignal): Promise<Job> {
    return this.#waitWhile(scope, id, (job) => !isEnded(job), signal);
  }

  async removeOf(trx: DatabaseTransaction, scope: Scope, subjectId: string): Promise<void> {
    await this.#engine.withdraw(trx, await jobStore(trx).removeOf(scope, subjectId));
  }

  onStart(ask: (trx: DatabaseTransaction) => Promise<unknown>): void {
    this.#atStart.push(ask);
  }

  async start(): Promise<void> {
    await jobStore(this.#db).removeEnded(Date.now() - keptMs);
    for (const ask of this.#atStart) await this.#db.transaction().execute(ask);
    await this.recover();
    await this.#engine.start();
    this.#looking = setInterval(() => void this.#look(), lookMs).unref();
    this.#unsubscribe = this.#bus?.subscribe('poke-jobs', () => {
      this.poke();
      void this.#look();
    });
  }

  async recover(): Promise<number> {
    const abandoned = this.#work.takeAbandoned();
    try {
      const count = await this.#db
        .transaction()
        .execute((trx) => freeAbandoned(trx, this.#ownerId, this.#engine, abandoned));
      if (count > 0) this.poke();
      return count;
    } catch (error) {
      this.#work.giveBack(abandoned);
      throw error;
    }
  }

  abandon(): void {
    this.#work.abandon();
    this.#engine.abandon();
  }

  async close(): Promise<void> {
    clearInterval(this.#looking);
    this.#unsubscribe?.();
    await this.#engine.close();
  }

  async #waitWhile(scope: Scope, id: string, isSo: (job: Job) => boolean, signal: AbortSignal): Promise<Job> {
    for (;;) {
      const changed = this.#listeners.listen(id, signal);
      const job = await this.read(scope, id);
      if (!isSo(job) || signal.aborted) {
        changed.stop();
        return job;
      }
      await changed.happened;
    }
  }

  /** Gives a waiting job another time. */
  async #move(trx: DatabaseTransaction, waiting: JobRow, runAt: number, asked: NewJob): Promise<Job> {
    // It began in this moment.
    if (!(await jobStore(trx).move(asked, waiting.id, 'waiting', { runAt }))) return this.enqueue(trx, asked);
    const moved = { ...waiting, runAt };
    await this.#engine.schedule(trx, moved);
    return toJob(moved);
  }

  /** Ends a job that is not running; false when it is. */
  async #endWaiting(scope: Scope, { id, kind, state, subjectId, partId }: Job): Promise<boolean> {
    const hasEnded = await this.#db.transaction().execute(async (trx) => {
      const from = state === 'paused' ? state : 'waiting';
      if (!(await jobStore(trx).move(scope, id, from, { state: 'cancelled' }))) return false;
      await this.#engine.withdraw(trx, [id]);
      const { workspaceId } = scope;
      await this.#handlers.get(kind)?.undo?.(trx, { workspaceId, id, subjectId, partId }, undefined);
      return true;
    });
    if (hasEnded) this.#listeners.notify(id);
    return hasEnded;
  }

  async #look(): Promise<void> {
    if (this.#work.running().length === 0) return;
    try {
      for (const { id, isCancelAsked } of await jobNotes(this.#db).unwanted(this.#ownerId)) {
        if (isCancelAsked === 1) this.#work.cancel(id);
        else this.#work.pause(id);
      }
    } catch (error) {
      this.#log.error({ err: error }, 'looking for cancelled jobs failed');
    }
  }
}
