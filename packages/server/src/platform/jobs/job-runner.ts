import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@tendril/contract/app-error';
import type { Logger } from 'pino';
import type { Database } from '../db/schema.ts';
import { isPostgres } from '../db/sequence-column.ts';
import { backoffMs, describeFailure, isHopeless, isLastAttempt, mayRetry } from './job-failure.ts';
import type { JobHandler, RunningJob } from './job-handler.ts';
import { type JobRow, jobLeases, jobQueue } from './jobs.store.ts';

interface JobRunnerParts {
  db: Database;
  log: Logger;
  /** Of this process: its jobs are leased to it. */
  ownerId: string;
  handlers: ReadonlyMap<string, JobHandler>;
  /** Called for every job that ended or waits for another attempt. */
  onChange(jobId: string): void;
  concurrency: number;
  leaseMs: number;
  retryMs: number;
}

interface Held {
  row: JobRow;
  controller: AbortController;
  ended: Promise<void>;
}

const longestSleepMs = 5000;
const closeMs = 10_000;
/** Reasons for an abort, which are no failures. */
const cancelled = new AppError('RUN_CANCELLED', 'The job was canceled.');
const stopping = new AppError('SERVER_DRAINING', 'The server is stopping.');
const lost = new AppError('CONFLICT', 'Another process took over the job.');

/** Claims jobs from the database and runs them, a few at a time; claims are leases, so that a crash frees them. */
export class JobRunner {
  readonly #parts: JobRunnerParts;
  readonly #owner: string;
  readonly #held = new Map<string, Held>();
  #timer: NodeJS.Timeout | undefined;
  #renewal: NodeJS.Timeout | undefined;
  #pump: Promise<void> | undefined;
  #isAsked = false;
  #isOpen = false;

  constructor(parts: JobRunnerParts) {
    this.#parts = parts;
    this.#owner = parts.ownerId;
  }

  async start(): Promise<void> {
    this.#isOpen = true;
    // SQLite has one process: jobs that it finds running were left behind by its predecessor.
    if (!isPostgres(this.#parts.db)) await jobLeases(this.#parts.db).freeAll();
    this.#renewal = setInterval(() => void this.#renew(), this.#parts.leaseMs / 3);
    this.#renewal.unref();
    this.poke();
  }

  /** Looks for work now. */
  poke(): void {
    if (!this.#isOpen) return;
    this.#isAsked = true;
    this.#pump ??= this.#fill().finally(() => {
      this.#pump = undefined;
      if (this.#isAsked) this.poke();
    });
  }

  cancel(jobId: string): void {
    this.#held.get(jobId)?.controller.abort(cancelled);
  }

  /** Releases everything: jobs in progress resume at the next start, from their last step. */
  async close(): Promise<void> {
    this.#isOpen = false;
    clearTimeout(this.#timer);
    clearInterval(this.#renewal);
    await this.#pump;
    for (const { controller } of this.#held.values()) controller.abort(stopping);
    const ended = Promise.all([...this.#held.values()].map((held) => held.ended));
    // A handler that ignores the abort must not keep the server from stopping: its lease expires by itself.
    await Promise.race([ended, delay(closeMs, undefined, { ref: false })]);
  }

  async #fill(): Promise<void> {
    this.#isAsked = false;
    clearTimeout(this.#timer);
    try {
      while (this.#isOpen && this.#held.size < this.#parts.concurrency) {
        const row = await this.#claim();
        if (!row) break;
        this.#hold(row);
      }
      await this.#sleep();
    } catch (error) {
      this.#parts.log.error({ err: error }, 'looking for jobs failed');
      this.#wakeIn(longestSleepMs);
    }
  }

  async #sleep(): Promise<void> {
    if (this.#held.size >= this.#parts.concurrency) return;
    const at = await jobLeases(this.#parts.db).nextAt();
    this.#wakeIn(at === undefined ? longestSleepMs : Math.min(longestSleepMs, Math.max(20, at - Date.now())));
  }

  #wakeIn(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#isOpen) return;
    this.#timer = setTimeout(() => this.poke(), ms);
    this.#timer.unref();
  }

  async #claim(): Promise<JobRow | undefined> {
    const { db, leaseMs } = this.#parts;
    try {
      return await db.transaction().execute(async (trx) => {
        const store = jobQueue(trx);
        const now = Date.now();
        const row = await store.next(now);
        if (!row || this.#held.has(row.id)) return undefined;
        await store.take(row.id, this.#owner, now, leaseMs);
        return { ...row, attempts: row.attempts + 1, leaseOwner: this.#owner };
      });
    } catch (error) {
      // Another process claimed a job of the same record at this moment.
      if ((error as { code?: unknown }).code === '23505') return undefined;
      throw error;
    }
  }

  #hold(row: JobRow): void {
    const controller = new AbortController();
    const ended = this.#run(row, controller).finally(() => {
      this.#held.delete(row.id);
      this.#parts.onChange(row.id);
      this.poke();
    });
    this.#held.set(row.id, { row, controller, ended });
  }

  async #run(row: JobRow, controller: AbortController): Promise<void> {
    const { db, log, handlers } = this.#parts;
    const handler = handlers.get(row.kind);
    try {
      if (row.isCancelAsked === 1) throw cancelled;
      if (!handler)
        throw new AppError('INVALID_INPUT', `There is no handler for jobs of type "${row.kind}".`);
      if (isHopeless(row.attempts - 1))
        throw new AppError('INVALID_INPUT', 'The server stopped several times during this job.');
      const result = await handler.run(this.#open(row, controller));
      controller.signal.throwIfAborted();
      const ending = { state: 'done' as const, result: JSON.stringify(result ?? null), error: null };
      if (!(await jobQueue(db).change(row.id, this.#owner, { ...ending, leaseOwner: null }))) throw lost;
    } catch (error) {
      const reason: unknown = controller.signal.aborted ? controller.signal.reason : error;
      await this.#fail(row, reason).catch((failure: unknown) =>
        log.error({ err: failure, jobId: row.id }, 'the end of a job could not be written'),
      );
    }
  }

  #open(row: JobRow, { signal }: AbortController): RunningJob {
    const { db, leaseMs } = this.#parts;
    const owner = this.#owner;
    return {
      id: row.id,
      workspaceId: row.workspaceId,
      subjectId: row.subjectId,
      partId: row.partId,
      input: JSON.parse(row.input),
      checkpoint: row.checkpoint === null ? undefined : JSON.parse(row.checkpoint),
      isLastAttempt: isLastAttempt(row.attempts),
      signal,
      async advance({ done, total, unit, checkpoint }, write) {
        signal.throwIfAborted();
        await db.transaction().execute(async (trx) => {
          const step = {
            done,
            total,
            ...(unit && { unit }),
            checkpoint: JSON.stringify(checkpoint),
            attempts: 0,
          };
          const isOurs = await jobQueue(trx).change(row.id, owner, step, leaseMs);
          if (!isOurs) throw lost;
          await write?.(trx);
        });
        row.attempts = 0;
      },
    };
  }

  async #fail(row: JobRow, error: unknown): Promise<void> {
    const { db, log, handlers, retryMs } = this.#parts;
    if (error === lost) return;
    const store = jobQueue(db);
    if (error === stopping) {
      const free = {
        state: 'waiting' as const,
        leaseOwner: null,
        runAt: 0,
        attempts: Math.max(0, row.attempts - 1),
      };
      await store.change(row.id, this.#owner, free);
      return;
    }
    const failure = describeFailure(error);
    if (!(error instanceof AppError))
      log.error({ err: error, jobId: row.id, kind: row.kind }, 'a job failed');
    if (error !== cancelled && mayRetry(error, row.attempts)) {
      const runAt = Date.now() + backoffMs(row.attempts, retryMs);
      const again = { state: 'waiting' as const, leaseOwner: null, runAt, error: JSON.stringify(failure) };
      await store.change(row.id, this.#owner, again);
      return;
    }
    const state = error === cancelled ? ('cancelled' as const) : ('failed' as const);
    await db.transaction().execute(async (trx) => {
      const ending = {
        state,
        leaseOwner: null,
        ...(state === 'failed' && { error: JSON.stringify(failure) }),
      };
      if (!(await jobQueue(trx).change(row.id, this.#owner, ending))) return;
      await handlers.get(row.kind)?.undo?.(trx, row, state === 'failed' ? failure.message : undefined);
    });
  }

  async #renew(): Promise<void> {
    if (this.#held.size === 0) return;
    const { db, leaseMs, log } = this.#parts;
    try {
      const unwanted = await jobLeases(db).renew(this.#owner, leaseMs);
      for (const jobId of unwanted) this.cancel(jobId);
    } catch (error) {
      log.error({ err: error }, 'leases of jobs could not be renewed');
    }
  }
}
