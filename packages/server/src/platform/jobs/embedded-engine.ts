import type { Logger } from 'pino';
import type { Database } from '../db/schema.ts';
import type { JobEngine } from './job-engine.ts';
import type { JobWork } from './job-work.ts';
import { jobClaims } from './jobs.store.ts';
import { type LaneName, type LanePlaces, laneNames } from './lanes.ts';
import { type QueueHead, queueHeads } from './queue-heads.ts';

interface EmbeddedEngineParts {
  db: Database;
  log: Logger;
  ownerId: string;
  places: LanePlaces;
  work: JobWork;
}

const longestSleepMs = 5000;
const shortestSleepMs = 5;

/** Starts jobs where one process does all the work: the embedded database. */
export class EmbeddedEngine implements JobEngine {
  readonly #parts: EmbeddedEngineParts;
  #timer: NodeJS.Timeout | undefined;
  #pump: Promise<void> | undefined;
  #isAsked = false;
  #isOpen = false;

  constructor(parts: EmbeddedEngineParts) {
    this.#parts = parts;
  }

  // Whose turn it is depends on what runs, which this process knows.
  position = async () => 0;
  schedule = async () => {};
  withdraw = async () => {};
  release = async () => {};
  abandon = () => {};

  async start(): Promise<void> {
    this.#isOpen = true;
    this.poke();
  }

  poke(): void {
    if (!this.#isOpen) return;
    this.#isAsked = true;
    this.#pump ??= this.#fill().finally(() => {
      this.#pump = undefined;
      if (this.#isAsked) this.poke();
    });
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    clearTimeout(this.#timer);
    await this.#pump;
    await this.#parts.work.close();
  }

  async #fill(): Promise<void> {
    this.#isAsked = false;
    clearTimeout(this.#timer);
    let nextAt = Number.POSITIVE_INFINITY;
    try {
      for (const lane of laneNames) nextAt = Math.min(nextAt, await this.#fillLane(lane));
      this.#wakeIn(Math.min(longestSleepMs, Math.max(shortestSleepMs, nextAt - Date.now())));
    } catch (error) {
      this.#parts.log.error({ err: error }, 'looking for jobs failed');
      this.#wakeIn(longestSleepMs);
    }
  }

  /** Returns when the next job of the lane is due; never, when it waits for a place and not for a time. */
  async #fillLane(lane: LaneName): Promise<number> {
    const { db, ownerId, places, work } = this.#parts;
    const free = places[lane] - work.countOf(lane);
    if (free <= 0 || !this.#isOpen) return Number.POSITIVE_INFINITY;
    const heads = await queueHeads(db, lane);
    const running = work.running();
    const busy = new Set(running.map(({ queue }) => queue));
    const idle = heads.filter(({ queue }) => !busy.has(queue));
    const now = Date.now();
    const due = idle.filter(({ runAt }) => runAt <= now);
    const next = inTurn(
      due,
      running.filter((row) => row.lane === lane).map(({ workspaceId }) => workspaceId),
    ).slice(0, free);
    const rows =
      next.length > 0
        ? await jobClaims(db).take(
            next.map(({ id }) => id),
            ownerId,
          )
        : [];
    for (const row of rows) void work.run(row).finally(() => this.poke());
    return Math.min(...idle.filter(({ runAt }) => runAt > now).map(({ runAt }) => runAt));
  }

  #wakeIn(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#isOpen) return;
    this.#timer = setTimeout(() => this.poke(), ms);
    this.#timer.unref();
  }
}

/** Jobs in the order in which they start: first those of workspaces that have the fewest under way. */
function inTurn(due: readonly QueueHead[], running: readonly string[]): QueueHead[] {
  const counts = new Map<string, number>();
  const count = (workspaceId: string) => counts.get(workspaceId) ?? 0;
  const add = (workspaceId: string) => counts.set(workspaceId, count(workspaceId) + 1);
  running.forEach(add);
  const ranked = due
    .toSorted((a, b) => a.runAt - b.runAt || a.createdAt - b.createdAt)
    .map((head) => {
      const rank = count(head.workspaceId);
      add(head.workspaceId);
      return { head, rank };
    });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ head }) => head);
}
