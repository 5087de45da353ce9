import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { databaseNow } from '../db/database-clock.ts';
import type { Database } from '../db/schema.ts';
import { isPostgres } from '../db/sequence-column.ts';
import { isRunning, processPlace } from './process-place.ts';

/** What the registry of a process is made from. */
export interface ProcessRegistryParts {
  /** Of this process; generated when absent. */
  id?: string;
  db: Database;
  log: Logger;
  version: string;
  /** What this process does, and how busy it is; shown to those who keep the installation running. */
  roles?: readonly string[];
  load?: () => number;
  /** Tests use shorter times. */
  goneMs?: number;
  beatMs?: number;
}

/** Takes over abandoned work; returns how much. What it does not finish is left for the next time. */
type Recovery = () => Promise<number>;

/** `isTaken`: others have considered the process dead already; else they may do so next, and take what they can. */
type LossListener = (loss: { isTaken: boolean }) => void;

/** A process that ended without being stopped. */
interface GoneProcess {
  readonly host: string;
  readonly pid: number;
  /** Its last heartbeat. */
  readonly beatAt: number;
}

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
  /** Names the address at which others reach this process, once it listens. */
  announce(address: string): Promise<void>;
  /** States that this process stops: it takes over nothing any more. Returns whether another one is up. */
  drain(): Promise<boolean>;
  /** Whether, when this process began to stop, another one was up. */
  readonly hasSuccessor: boolean;
  /** A process that has a row, and its address; undefined for one that is gone. */
  find(id: string): Promise<{ address: string | null } | undefined>;
  /**
   * Called when other processes may own the work of this one: before they do, because it has not been heard for so long
   * that they are about to take it over, and when they have considered it dead.
   */
  onLost(listener: LossListener): void;
  /** Called in the one process that has found another one dead. */
  onGone(listener: (gone: GoneProcess) => void): void;
  /** Sends heartbeats, and checks those of the others. */
  check(): Promise<void>;
  /** The same, and takes over abandoned work now. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

interface OtherProcess {
  id: string;
  host: string;
  pid: number;
  place: string | null;
  beatAt: number;
  state: string;
  isSilent: boolean | number;
}

const sweepMs = 60_000;
/** A process without a heartbeat stops its own work after this part of the time after which others take it over. */
const asideShare = 2 / 3;
/** Each of them waits on another connection: one may be lost. */
const mostBeats = 3;

/**
 * On SQLite there is one process, so any other row was left behind. On PostgreSQL each sends a heartbeat every two
 * seconds; one that is silent for nine, or whose pid is gone, loses its row, and with it its work, which it has stopped
 * after six.
 */
export function createProcessRegistry(parts: ProcessRegistryParts): ProcessRegistry {
  return new Registry(parts);
}

class Registry implements ProcessRegistry {
  readonly id: string;
  readonly #db: Database;
  readonly #log: Logger;
  readonly #version: string;
  readonly #roles: readonly string[] | undefined;
  readonly #load: (() => number) | undefined;
  readonly #goneMs: number;
  readonly #beatMs: number;
  readonly #place = processPlace();
  readonly #recoveries = new Map<Recovery, string>();
  readonly #lostListeners: LossListener[] = [];
  readonly #goneListeners: ((gone: GoneProcess) => void)[] = [];
  /** Those that have a reason to run: it is kept until they succeed. */
  readonly #due = new Set<Recovery>();
  /** The others, as of the last look. */
  #others: ReadonlySet<string> = new Set();
  /** Whether one of them could take over what this process does. */
  #hasRival = false;
  #timer: NodeJS.Timeout | undefined;
  #asideTimer: NodeJS.Timeout | undefined;
  #isOpen = false;
  #steadySince: number | undefined;
  /** When the last heartbeat was sent that has arrived. */
  #beatAt = 0;
  #beats = 0;
  #sweptAt = 0;
  #address: string | null = null;
  #hasSuccessor = false;
  #state: 'up' | 'draining' = 'up';
  #checking: Promise<void> | undefined;

  constructor({ id = randomUUID(), goneMs = 9000, beatMs = 2000, ...parts }: ProcessRegistryParts) {
    const { db, log, version, roles, load } = parts;
    this.id = id;
    this.#db = db;
    this.#log = log;
    this.#version = version;
    this.#roles = roles;
    this.#load = load;
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
    return () => {
      this.#recoveries.delete(recovery);
      this.#due.delete(recovery);
    };
  }

  async announce(address: string): Promise<void> {
    this.#address = address;
    if (this.#isOpen) await this.#describe();
  }

  async drain(): Promise<boolean> {
    this.#state = 'draining';
    if (!this.#isOpen) return false;
    await this.#describe();
    const other = await this.#db
      .selectFrom('process')
      .select('id')
      .where('id', '!=', this.id)
      .where('state', '=', 'up')
      .executeTakeFirst();
    this.#hasSuccessor = other !== undefined;
    return this.#hasSuccessor;
  }

  get hasSuccessor(): boolean {
    return this.#hasSuccessor;
  }

  find(id: string): Promise<{ address: string | null } | undefined> {
    return this.#db.selectFrom('process').select('address').where('id', '=', id).executeTakeFirst();
  }

  async sweep(): Promise<void> {
    // One under way may have looked before there was anything.
    await this.#checking?.catch(() => undefined);
    this.#recoverAll();
    await this.check();
  }

  onLost(listener: LossListener): void {
    this.#lostListeners.push(listener);
  }

  onGone(listener: (gone: GoneProcess) => void): void {
    this.#goneListeners.push(listener);
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
    clearTimeout(this.#asideTimer);
    await this.#checking?.catch(() => undefined);
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
    const isSoon = isPostgres(this.#db) || this.#due.size > 0;
    const ms = isSoon ? this.#beatMs * (0.8 + 0.4 * Math.random()) : sweepMs;
    this.#timer = setTimeout(() => {
      this.#tick().catch((error: unknown) =>
        this.#log.error({ err: error }, 'checking the processes failed'),
      );
      this.#wait();
    }, ms).unref();
  }

  /** However long a check takes, because it takes over much or waits for the database, the next heartbeat is sent. */
  async #tick(): Promise<void> {
    if (!this.#checking) return this.check();
    if (isPostgres(this.#db) && this.#beats < mostBeats) await this.#beat();
  }

  async #check(): Promise<void> {
    const isShared = isPostgres(this.#db);
    if (isShared) await this.#beat();
    // A process that stops would have to give back what it took over.
    if (this.#state === 'draining') return;
    if (isShared && (await this.#missesOthers())) this.#recoverAll();
    if (performance.now() - this.#sweptAt >= sweepMs) this.#recoverAll();
    for (const [recovery, sentence] of this.#recoveries) {
      if (!this.#due.delete(recovery)) continue;
      try {
        await this.#run(recovery, sentence);
      } catch (error) {
        this.#due.add(recovery);
        this.#log.error({ err: error }, 'taking over abandoned work failed: the next heartbeat tries again');
      }
    }
  }

  #recoverAll(): void {
    this.#sweptAt = performance.now();
    for (const recovery of this.#recoveries.keys()) this.#due.add(recovery);
  }

  async #beat(): Promise<void> {
    const sentAt = performance.now();
    this.#beats += 1;
    try {
      await this.#sendBeat(sentAt);
    } catch (error) {
      this.#steadySince = undefined;
      throw error;
    } finally {
      this.#beats -= 1;
    }
  }

  async #sendBeat(sentAt: number): Promise<void> {
    const { numUpdatedRows } = await this.#db
      .updateTable('process')
      .set({ beatAt: databaseNow(this.#db), load: this.#load?.() ?? null })
      .where('id', '=', this.id)
      .executeTakeFirst();
    if (!this.#isOpen) return;
    // What this process has stopped meanwhile nobody does, if nobody considered it dead.
    if (this.#steadySince === undefined) this.#recoverAll();
    // After a gap of our own, or of the database, the others get time for a heartbeat first.
    if (this.#steadySince === undefined || performance.now() - this.#beatAt > this.#goneMs / 2)
      this.#steadySince = performance.now();
    this.#beatAt = Math.max(this.#beatAt, sentAt);
    this.#watchBeats();
    if (numUpdatedRows > 0n) return;
    this.#log.warn('others took this process for gone: what it was doing ends');
    await this.#enter();
    for (const listener of this.#lostListeners) listener({ isTaken: true });
  }

  /** Stops what this process does before others take it over. Where there are none, it goes on from memory. */
  #watchBeats(): void {
    clearTimeout(this.#asideTimer);
    const ms = this.#beatAt + this.#goneMs * asideShare - performance.now();
    this.#asideTimer = setTimeout(() => {
      if (!this.#hasRival) return;
      this.#steadySince = undefined;
      this.#log.warn('the database has not heard this process for too long: what it was doing ends');
      for (const listener of this.#lostListeners) listener({ isTaken: false });
    }, ms).unref();
  }

  async #describe(): Promise<void> {
    await this.#db
      .updateTable('process')
      .set({ address: this.#address, state: this.#state })
      .where('id', '=', this.id)
      .execute();
  }

  /**
   * Deletes the rows of dead processes. Returns whether any process stops, or has gone since the last look: the one that
   * deleted its row may have died since, or do other work.
   */
  async #missesOthers(): Promise<boolean> {
    const silentBefore = sql<boolean>`"beatAt" < ${databaseNow(this.#db, -this.#goneMs)}`;
    const found: OtherProcess[] = await this.#db
      .selectFrom('process')
      .select(['id', 'host', 'pid', 'place', 'beatAt', 'state', silentBefore.as('isSilent')])
      .where('id', '!=', this.id)
      .execute();
    const living = new Set(found.map(({ id }) => id));
    for (const other of found.filter((one) => this.#isGone(one))) {
      const { numDeletedRows } = await this.#db
        .deleteFrom('process')
        .where('id', '=', other.id)
        .where('beatAt', '=', other.beatAt)
        .executeTakeFirst();
      if (numDeletedRows === 0n) continue;
      living.delete(other.id);
      for (const listener of this.#goneListeners) listener(other);
    }
    const before = new Set([...this.#others, ...found.map(({ id }) => id)]);
    this.#others = living;
    this.#hasRival = found.some(({ id, state, isSilent }) => living.has(id) && state === 'up' && !isSilent);
    // One that stops hands over its work; its message may have been missed.
    return before.difference(living).size > 0 || found.some(({ state }) => state === 'draining');
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
        address: this.#address,
        state: this.#state,
        load: this.#load?.() ?? null,
        roles: this.#roles?.join(',') ?? null,
      })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ beatAt: now }))
      .execute();
  }

  async #run(recovery: Recovery, sentence: string): Promise<void> {
    const count = await recovery();
    if (count > 0) this.#log.warn({ count }, sentence);
  }
}
