import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database, DatabaseTransaction } from '../db/schema.ts';
import type { GraphilePool } from './graphile-pool.ts';
import { graphileQueue } from './graphile-queue.ts';
import type { JobEngine } from './job-engine.ts';
import type { JobWork } from './job-work.ts';
import { type JobRow, jobClaims } from './jobs.store.ts';
import type { LanePlaces } from './lanes.ts';

interface GraphileEngineParts {
  db: Database;
  log: Logger;
  url: string | undefined;
  ownerId: string;
  places: LanePlaces;
  work: JobWork;
}

const restartMs = 1000;
/** Clocks differ, and a commit takes its time. */
const marginMs = 50;
/** Of PostgreSQL: a unique index refused the row. */
const takenCode = '23505';
const cleanMs = 600_000;
/** Later times are looked for, so often, in whichever process is there then. */
const lookAheadMs = 10_000;
const mostAhead = 100;
/** After one was added, perhaps of a time before the next look; many that come together are looked at once. */
const lookSoonMs = 200;

/**
 * Starts jobs through graphile-worker, in any number of processes: it wakes them up, keeps the order and the times. Its
 * jobs are added in the transaction of what causes them.
 */
export class GraphileEngine implements JobEngine {
  readonly #parts: GraphileEngineParts;
  #pool: GraphilePool | undefined;
  #restarting: Promise<void> | undefined;
  #cleaning: NodeJS.Timeout | undefined;
  #looking: NodeJS.Timeout | undefined;
  #lookingSoon: NodeJS.Timeout | undefined;
  #wakingSoon: NodeJS.Timeout | undefined;
  /** Times at which a worker is woken. */
  readonly #wakeTimes = new Set<number>();
  #isOpen = false;

  constructor(parts: GraphileEngineParts) {
    this.#parts = parts;
  }

  position(trx: DatabaseTransaction, job: Pick<JobRow, 'lane' | 'queue'>): Promise<number> {
    return graphileQueue(trx).position(job);
  }

  async schedule(trx: DatabaseTransaction, { id, runAt }: JobRow): Promise<void> {
    const waitMs = Math.max(0, runAt - Date.now());
    await graphileQueue(trx).add(id, waitMs);
    if (waitMs > 0 && waitMs < lookAheadMs && this.#isOpen) this.#pokeAt(runAt);
  }

  withdraw(trx: DatabaseTransaction, jobIds: readonly string[]): Promise<void> {
    return graphileQueue(trx).remove(jobIds);
  }

  release(trx: DatabaseTransaction): Promise<void> {
    return graphileQueue(trx).unlock(this.#parts.ownerId);
  }

  async start(): Promise<void> {
    this.#isOpen = true;
    await graphileQueue(this.#parts.db).addMissing();
    await this.#open();
    await this.#lookAhead();
    this.#looking = setInterval(() => void this.#lookAhead(), lookAheadMs).unref();
    this.#cleaning = setInterval(() => void this.#clean(), cleanMs).unref();
  }

  // New jobs wake somebody up by themselves, in the moment of their commit.
  poke(): void {
    this.#pool?.nudge();
  }

  // What this process has locked was unlocked by the others, who will not know these workers any more.
  abandon(): void {
    void this.#restart();
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    clearInterval(this.#cleaning);
    clearInterval(this.#looking);
    clearTimeout(this.#lookingSoon);
    clearTimeout(this.#wakingSoon);
    const pool = this.#pool;
    this.#pool = undefined;
    const closed = pool?.close();
    await this.#parts.work.close();
    await closed;
    await this.#restarting;
    if (pool) await this.#unlock(pool.id).catch(() => {});
  }

  async #open(): Promise<void> {
    // With its driver only where the database is a server.
    const { openGraphilePool } = await import('./graphile-pool.ts');
    const { db, log, ownerId, places, url } = this.#parts;
    this.#pool = await openGraphilePool({
      ...{ url, log, places },
      register: async (id) => void (await db.insertInto('job_pool').values({ id, ownerId }).execute()),
      run: (jobId) => this.#run(jobId),
      onAdded: () => this.#wakeSoon(),
      onEnd: () => void this.#restart(),
    });
  }

  /** The row says whether there is something to do: a job may be started again after it has ended. */
  async #run(jobId: string): Promise<void> {
    const { db, ownerId, work } = this.#parts;
    try {
      const [row] = await jobClaims(db).take([jobId], ownerId);
      // The worker would take the job from the queue while it is being done. One that fails leaves alone what it has not
      // locked.
      if (row && !(await work.run(row))) throw new Error('Another process does this job by now.');
      // The same, where there was nothing to do.
      if (!row) this.#lookSoon();
    } catch (error) {
      if ((error as { code?: unknown }).code !== takenCode) throw error;
      // A process that others believed gone still works on a job of this queue.
      await graphileQueue(db).add(jobId, restartMs);
      this.#pokeAt(Date.now() + restartMs);
    }
  }

  /** Mends the queue, and wakes a worker in time for what is due before the next look, and for what nobody looked for. */
  async #lookAhead(): Promise<void> {
    try {
      const { db } = this.#parts;
      await graphileQueue(db).addMissing({ areReclaimed: true });
      if (await graphileQueue(db).unlockQueues()) this.poke();
      await this.#wakeInTime(Date.now() - lookAheadMs);
    } catch (error) {
      this.#warnOfLate(error);
    }
  }

  #lookSoon(): void {
    this.#lookingSoon ??= setTimeout(() => {
      this.#lookingSoon = undefined;
      void this.#lookAhead();
    }, lookSoonMs).unref();
  }

  /** After a job was added, here or elsewhere. */
  #wakeSoon(): void {
    this.#wakingSoon ??= setTimeout(() => {
      this.#wakingSoon = undefined;
      this.#wakeInTime(Date.now() - lookSoonMs).catch((error: unknown) => this.#warnOfLate(error));
    }, lookSoonMs).unref();
  }

  async #wakeInTime(from: number): Promise<void> {
    const times = await jobClaims(this.#parts.db).dueBetween(from, Date.now() + lookAheadMs, mostAhead);
    for (const at of times) this.#pokeAt(at);
  }

  #warnOfLate(error: unknown): void {
    this.#parts.log.warn({ err: error }, 'jobs of later may start later');
  }

  #pokeAt(at: number): void {
    if (this.#wakeTimes.has(at)) return;
    this.#wakeTimes.add(at);
    const wake = () => {
      this.#wakeTimes.delete(at);
      this.poke();
    };
    setTimeout(wake, Math.max(0, at - Date.now()) + marginMs).unref();
  }

  #restart(): Promise<void> {
    this.#restarting ??= this.#reopen().finally(() => {
      this.#restarting = undefined;
    });
    return this.#restarting;
  }

  async #reopen(): Promise<void> {
    const old = this.#pool;
    this.#pool = undefined;
    while (this.#isOpen && !this.#pool) {
      await delay(restartMs, undefined, { ref: false });
      try {
        if (old) await this.#unlock(old.id);
        if (this.#isOpen) await this.#open();
      } catch (error) {
        this.#parts.log.warn({ err: error }, 'the queue of jobs is opened again later');
      }
    }
    await old?.close();
  }

  #unlock(poolId: string): Promise<void> {
    const { db, ownerId } = this.#parts;
    return db.transaction().execute((trx) => graphileQueue(trx).unlock(ownerId, poolId));
  }

  async #clean(): Promise<void> {
    try {
      await graphileQueue(this.#parts.db).clean();
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'the queue of jobs could not be cleaned');
    }
  }
}
