import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@tendril/contract/app-error';
import type { Logger } from 'pino';
import type { Database, DatabaseTransaction } from '../db/schema.ts';
import { asBulk } from '../egress/vendor-pace/bulk-work.ts';
import {
  backoffMs,
  countCause,
  countDeaths,
  describeFailure,
  isLastAttempt,
  isPoison,
  mayRetry,
  neededUptimeMs,
} from './job-failure.ts';
import type { JobHandler, RunningJob } from './job-handler.ts';
import { type JobRow, jobClaims, jobNotes } from './jobs.store.ts';
import type { LaneName } from './lanes.ts';

interface JobWorkParts {
  db: Database;
  log: Logger;
  /** Of this process: its jobs name it. */
  ownerId: string;
  handlers: ReadonlyMap<string, JobHandler>;
  /** Lets a job that goes back to the line start again. */
  schedule(trx: DatabaseTransaction, job: JobRow): Promise<void>;
  /** Called for every job that ended or waits for another attempt. */
  onChange(jobId: string): void;
  /** Called for every job that was abandoned here, once it has come to its end. */
  onAbandoned?: () => void;
  /** Called for every job that starts. */
  onStart?: ((row: JobRow) => void) | undefined;
  retryMs: number;
  /** How long a job works before it gives way to others. */
  turnMs: number;
}

interface Held {
  row: JobRow;
  controller: AbortController;
  ended: Promise<unknown>;
}

interface Turn {
  endsAt: number | undefined;
}

/** How long a handler that ignores its abort may keep the server from stopping. */
const closeMs = 10_000;
/** How often a job that has had its turn looks whether others wait. */
const lookMs = 1000;
/** Reasons for an abort, which are no failures. */
const cancelled = new AppError('RUN_CANCELLED', 'The job was canceled.');
const paused = new AppError('RUN_CANCELLED', 'The job was paused.');
const stopping = new AppError('SERVER_DRAINING', 'The server is stopping.');
const turnIsOver = new AppError('RUN_CANCELLED', 'The job goes on after others that wait.');
const lost = new AppError('CONFLICT', 'Another process took over the job.');

/** Calls are answered at once; whatever else a job asks of vendors lets those go first who wait for an answer. */
function inLane<T>({ lane }: JobRow, work: () => T): T {
  return lane === 'calls' ? work() : asBulk(work);
}

/** The jobs that this process does, from their claim to their end. */
export class JobWork {
  readonly #parts: JobWorkParts;
  readonly #held = new Map<string, Held>();
  /** When jobs were abandoned that may still be this process's. */
  readonly #abandoned = new Map<string, number>();
  readonly #startedAt = performance.now();
  #isClosing = false;

  constructor(parts: JobWorkParts) {
    this.#parts = parts;
  }

  /** The jobs under way here. */
  running(): JobRow[] {
    return [...this.#held.values()].map(({ row }) => row);
  }

  countOf(lane: LaneName): number {
    return this.running().filter((row) => row.lane === lane).length;
  }

  /** Does a claimed job; resolves when its end is written. False: somebody else does it by now, and writes its end. */
  async run(row: JobRow): Promise<boolean> {
    const controller = new AbortController();
    if (this.#isClosing) controller.abort(stopping);
    const ended = this.#run(row, controller).finally(() => {
      this.#held.delete(row.id);
      this.#parts.onChange(row.id);
    });
    this.#held.set(row.id, { row, controller, ended });
    this.#parts.onStart?.(row);
    return ended;
  }

  cancel(jobId: string): void {
    this.#held.get(jobId)?.controller.abort(cancelled);
  }

  pause(jobId: string): void {
    this.#held.get(jobId)?.controller.abort(paused);
  }

  /** The abandoned jobs that have come to their end here, with the time of that. */
  takeAbandoned(): Map<string, number> {
    const taken = new Map(this.#abandoned);
    this.#abandoned.clear();
    return taken;
  }

  giveBack(abandoned: ReadonlyMap<string, number>): void {
    for (const [id, at] of abandoned) this.#abandoned.set(id, at);
  }

  /** Ends what runs here without a trace: other processes own it by now, or take it next. */
  abandon(): void {
    for (const { controller } of this.#held.values()) controller.abort(lost);
  }

  /** Hands everything back: jobs under way are resumed elsewhere or at the next start, from their last step. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const held = [...this.#held.values()];
    for (const { controller } of held) controller.abort(stopping);
    const ended = Promise.all(held.map((one) => one.ended)).then(() => []);
    const left = await Promise.race([ended, delay(closeMs, held, { ref: false })]);
    for (const { row } of left)
      if (this.#held.has(row.id)) await this.#return(row).catch((error: unknown) => this.#report(row, error));
  }

  async #run(row: JobRow, controller: AbortController): Promise<boolean> {
    const { db, handlers, ownerId } = this.#parts;
    const handler = handlers.get(row.kind);
    try {
      controller.signal.throwIfAborted();
      if (row.isCancelAsked === 1) throw cancelled;
      if (row.isPauseAsked === 1) throw paused;
      if (!handler)
        throw new AppError('INVALID_INPUT', `There is no handler for jobs of type "${row.kind}".`);
      if (isPoison(row.deaths))
        throw new AppError('INVALID_INPUT', 'The server stopped several times during this job.');
      const earlyMs = this.#leftOf(neededUptimeMs(row.deaths, this.#parts.retryMs));
      if (earlyMs > 0) {
        await this.#return(row, { runAt: Date.now() + earlyMs });
        return true;
      }
      const result = await inLane(row, () => handler.run(this.#open(row, controller)));
      if (!handler.isFinal) controller.signal.throwIfAborted();
      const ending = { state: 'done' as const, result: JSON.stringify(result ?? null), error: null };
      const claims = jobClaims(db);
      const isOurs = handler.isEphemeral
        ? await claims.remove(row.id, ownerId)
        : await claims.change(row.id, ownerId, { ...ending, leaseOwner: null });
      return isOurs;
    } catch (error) {
      const reason: unknown = controller.signal.aborted ? controller.signal.reason : error;
      if (reason === lost) {
        this.#abandoned.set(row.id, Date.now());
        this.#parts.onAbandoned?.();
        return false;
      }
      await this.#fail(row, reason).catch((failure: unknown) => this.#report(row, failure));
      return true;
    }
  }

  /** How much is left until this process has worked for so long. */
  #leftOf(ms: number): number {
    return Math.ceil(this.#startedAt + ms - performance.now());
  }

  #open(row: JobRow, controller: AbortController): RunningJob {
    const { db, ownerId } = this.#parts;
    const { signal } = controller;
    const turn: Turn = { endsAt: undefined };
    const giveWay = () => this.#giveWay(row, controller, turn);
    return {
      id: row.id,
      workspaceId: row.workspaceId,
      subjectId: row.subjectId,
      partId: row.partId,
      input: JSON.parse(row.input),
      checkpoint: row.checkpoint === null ? undefined : JSON.parse(row.checkpoint),
      get isLastAttempt() {
        return isLastAttempt(row.attempts);
      },
      deaths: countDeaths(row.causes),
      signal,
      untilUpFor: async (ms, mostMs = Number.POSITIVE_INFINITY) => {
        const waitMs = Math.min(mostMs, Math.max(0, this.#leftOf(ms)));
        await delay(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
        return this.#leftOf(ms) <= 0;
      },
      async advance({ done, total, unit, stage, checkpoint, forgetsDeaths, isNote }, write) {
        signal.throwIfAborted();
        await db.transaction().execute(async (trx) => {
          const step = {
            ...{ done, total, checkpoint: JSON.stringify(checkpoint) },
            ...(!isNote && { attempts: 0 }),
            ...(unit && { unit }),
            ...(stage && { stage: JSON.stringify(stage) }),
            ...(forgetsDeaths && { deaths: 0 }),
          };
          if (!(await jobClaims(trx).change(row.id, ownerId, step))) throw lost;
          await write?.(trx);
        });
        if (!isNote) row.attempts = 0;
        await giveWay();
      },
      describe: (stage) => jobNotes(db).describe(row.id, ownerId, JSON.stringify(stage)),
    };
  }

  /** Ends the turn of a job that others wait for. It begins with the first step: what is repeated before that is no progress. */
  async #giveWay(row: JobRow, controller: AbortController, turn: Turn): Promise<void> {
    const { db, handlers, turnMs } = this.#parts;
    if (!handlers.get(row.kind)?.takesTurns) return;
    const now = performance.now();
    turn.endsAt ??= now + turnMs;
    if (now < turn.endsAt) return;
    turn.endsAt = now + lookMs;
    if (await jobNotes(db).isWaitedFor(row)) controller.abort(turnIsOver);
  }

  async #fail(row: JobRow, error: unknown): Promise<void> {
    if (error === stopping) return this.#return(row);
    if (error === paused) return this.#hold(row);
    if (error === turnIsOver) return this.#return(row, { runAt: Date.now() + 1, stage: null });
    const { db, log, handlers, ownerId, retryMs } = this.#parts;
    const failure = describeFailure(error);
    if (!(error instanceof AppError))
      log.error({ err: error, jobId: row.id, kind: row.kind }, 'a job failed');
    const attempts = row.attempts + 1;
    const record = {
      attempts,
      error: JSON.stringify(failure),
      causes: countCause(row.causes, failure.code),
    };
    if (error !== cancelled && mayRetry(error, attempts)) {
      const runAt = Date.now() + backoffMs(attempts, retryMs);
      return this.#return(row, { ...record, runAt });
    }
    const state = error === cancelled ? ('cancelled' as const) : ('failed' as const);
    await db.transaction().execute(async (trx) => {
      const ending = { state, leaseOwner: null, ...(state === 'failed' && record) };
      if (!(await jobClaims(trx).change(row.id, ownerId, ending))) return;
      await handlers.get(row.kind)?.undo?.(trx, row, state === 'failed' ? failure.message : undefined);
    });
  }

  /** Leaves a job where it is until somebody resumes it. */
  async #hold(row: JobRow): Promise<void> {
    const { db, ownerId } = this.#parts;
    const held = { state: 'paused' as const, leaseOwner: null, isPauseAsked: 0 as const, stage: null };
    await jobClaims(db).change(row.id, ownerId, held);
  }

  /** Puts a job back in line: for its next attempt, or for another process. */
  async #return(row: JobRow, changes: Partial<JobRow> = { runAt: 0 }): Promise<void> {
    const { db, ownerId, schedule } = this.#parts;
    await db.transaction().execute(async (trx) => {
      const waiting = { ...changes, state: 'waiting' as const, leaseOwner: null };
      if (await jobClaims(trx).change(row.id, ownerId, waiting)) await schedule(trx, { ...row, ...waiting });
    });
  }

  #report(row: JobRow, error: unknown): void {
    this.#parts.log.error({ err: error, jobId: row.id }, 'the end of a job could not be written');
  }
}
