import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { databaseNow } from '../db/database-clock.ts';
import type { Database } from '../db/schema.ts';
import { isPostgres } from '../db/sequence-column.ts';
import { isRunning, processPlace } from './process-place.ts';

interface ProcessRegistryParts {
  db: Database;
  log: Logger;
  version: string;
  /** Tests use a shorter timeout. */
  goneMs?: number;
  beatMs?: number;
}

/** Takes over abandoned work; returns how much. What it does not finish is left for the next time. */
type Recovery = () => Promise<number>;

/**
 * The processes that share a database: each has a row as long as it lives, and work refers to its process by that row.
 */
export interface ProcessRegistry {
  /** Of this process; stored with the work that it does. */
  readonly id: string;
  /** Registers the process. Commands do not: they own no work. */
  start(): Promise<void>;
  /**
   * Runs a recovery now, and again whenever a process is found dead; `sentence` is its log line. Returns the function
   * that unregisters it.
   */
  recover(sentence: string, recovery: Recovery): Promise<() => void>;
  /** Called when other processes must have considered this one dead: they may own its work by now. */
  onLost(listener: () => void): void;
  /** Sends heartbeats, and checks those of the others. */
  check(): Promise<void>;
  close(): Promise<void>;
}

interface OtherProcess {
  id: string;
  pid: number;
  place: string | null;
  beatAt: number;
  isSilent: boolean | number;
}

const sweepMs = 60_000;

/**
 * On SQLite there is one process, so any other row was left behind. On PostgreSQL each sends a heartbeat every three
 * seconds; one that is silent for twelve, or whose pid is gone, loses its row, and with it its work.
 */
export function createProcessRegistry(parts: ProcessRegistryParts): ProcessRegistry {
  return new Registry(parts);
}

class Registry implements ProcessRegistry {
  readonly id = randomUUID();
  readonly #db: Database;
  readonly #log: Logger;
  readonly #version: string;
  readonly #goneMs: number;
  readonly #beatMs: number;
  readonly #place = processPlace();
  readonly #recoveries = new Map<Recovery, string>();
  readonly #lostListeners: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isOpen = false;
  #steadySince: number | undefined;
  #beatAt = 0;
  #sweptAt = 0;
  #checking: Promise<void> | undefined;

  constructor({ db, log, version, goneMs = 12_000, beatMs = 3000 }: ProcessRegistryParts) {
    this.#db = db;
    this.#log = log;
    this.#version = version;
    this.#goneMs = goneMs;
    this.#beatMs = beatMs;
  }

  async start(): Promise<void> {
    if (this.#isOpen) return;
    if (!isPostgres(this.#db)) await this.#db.deleteFrom('process').execute();
    await this.#enter();
    this.#isOpen = true;
    this.#sweptAt = performance.now();
    await this.check();
    this.#wait();
  }

  async recover(sentence: string, recovery: Recovery): Promise<() => void> {
    this.#recoveries.set(recovery, sentence);
    await this.#run(recovery, sentence);
    return () => void this.#recoveries.delete(recovery);
  }

  onLost(listener: () => void): void {
    this.#lostListeners.push(listener);
  }

  check(): Promise<void> {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    clearTimeout(this.#timer);
    await this.#checking;
    // If the database is gone, it finds the row expired when it is back.
    await this.#db
      .deleteFrom('process')
      .where('id', '=', this.id)
      .execute()
      .catch(() => undefined);
  }

  // With jitter, however many were started together.
  #wait(): void {
    if (!this.#isOpen) return;
    const ms = isPostgres(this.#db) ? this.#beatMs * (0.8 + 0.4 * Math.random()) : sweepMs;
    this.#timer = setTimeout(() => {
      this.check()
        .catch((error: unknown) => this.#log.error({ err: error }, 'looking after the processes failed'))
        .finally(() => this.#wait());
    }, ms).unref();
  }

  async #check(): Promise<void> {
    let hasFound = false;
    if (isPostgres(this.#db)) {
      const wasSteady = this.#steadySince !== undefined;
      try {
        await this.#beat();
      } catch (error) {
        this.#steadySince = undefined;
        throw error;
      }
      hasFound = (await this.#removeGone()) || (!wasSteady && this.#sweptAt > 0);
    }
    if (!hasFound && performance.now() - this.#sweptAt < sweepMs) return;
    this.#sweptAt = performance.now();
    for (const [recovery, sentence] of this.#recoveries) await this.#run(recovery, sentence);
  }

  async #beat(): Promise<void> {
    const { numUpdatedRows } = await this.#db
      .updateTable('process')
      .set({ beatAt: databaseNow(this.#db) })
      .where('id', '=', this.id)
      .executeTakeFirst();
    const now = performance.now();
    // After a gap of our own, or of the database, the others get time for a heartbeat first.
    if (this.#steadySince === undefined || now - this.#beatAt > this.#goneMs / 2) this.#steadySince = now;
    this.#beatAt = now;
    if (numUpdatedRows > 0n) return;
    this.#log.warn('others took this process for gone: what it was doing ends');
    await this.#enter();
    for (const listener of this.#lostListeners) listener();
  }

  /** Deletes the rows of dead processes; returns whether there were any. */
  async #removeGone(): Promise<boolean> {
    const silentBefore = sql<boolean>`"beatAt" < ${databaseNow(this.#db, -this.#goneMs)}`;
    const others: OtherProcess[] = await this.#db
      .selectFrom('process')
      .select(['id', 'pid', 'place', 'beatAt', silentBefore.as('isSilent')])
      .where('id', '!=', this.id)
      .execute();
    let hasRemoved = false;
    for (const other of others.filter((one) => this.#isGone(one))) {
      const { numDeletedRows } = await this.#db
        .deleteFrom('process')
        .where('id', '=', other.id)
        .where('beatAt', '=', other.beatAt)
        .executeTakeFirst();
      hasRemoved ||= numDeletedRows > 0n;
    }
    return hasRemoved;
  }

  #isGone({ pid, place, isSilent }: OtherProcess): boolean {
    if (place !== null && place === this.#place && !isRunning(pid)) return true;
    const steadyMs = performance.now() - (this.#steadySince ?? Number.POSITIVE_INFINITY);
    return Boolean(isSilent) && steadyMs >= this.#goneMs;
  }

  async #enter(): Promise<void> {
    const now = databaseNow(this.#db);
    await this.#db
      .insertInto('process')
      .values({
        id: this.id,
        host: hostname(),
        pid: process.pid,
        place: this.#place ?? null,
        version: this.#version,
        startedAt: now,
        beatAt: now,
      })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ beatAt: now }))
      .execute();
  }

  async #run(recovery: Recovery, sentence: string): Promise<void> {
    const count = await recovery();
    if (count > 0) this.#log.warn({ count }, sentence);
  }
}
