import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../../platform/db/schema.ts';
import { isPostgres } from '../../../platform/db/sequence-column.ts';
import type { WebhookOutcome } from './send-webhook.ts';
import { type DeliveryRow, webhookQueue } from './webhook-deliveries.store.ts';
import { nextDelayMs } from './webhook-schedule.ts';

interface DeliveryWorkerParts {
  db: Database;
  log: Logger;
  /** Makes one attempt; throws only when `signal` has fired. */
  attempt(row: DeliveryRow, signal: AbortSignal): Promise<WebhookOutcome>;
  /** Longer than an attempt can take: a dead process loses its leases. */
  leaseMs: number;
  delaysMs: readonly number[];
  now(): number;
}

interface Held {
  origin: string;
  ended: Promise<void>;
}

const longestSleepMs = 5000;
const mostAtOnce = 64;
const mostPerReceiver = 4;
/** How long a stopping server waits for responses in progress. */
const graceMs = 1500;
const keptMs = 30 * 86_400_000;
const hourMs = 3_600_000;

/**
 * Sends what waits in the outbox. Each receiver gets a few concurrent requests only, and one while it fails, so that a
 * dead one delays nobody else. Work is leased: after a crash it is sent again, under the same id.
 */
export class DeliveryWorker {
  readonly #parts: DeliveryWorkerParts;
  readonly #owner = randomUUID();
  readonly #held = new Map<string, Held>();
  readonly #ailing = new Set<string>();
  readonly #stopped = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #pump: Promise<void> | undefined;
  #isAsked = false;
  #isOpen = false;
  #cleanedAt = 0;

  constructor(parts: DeliveryWorkerParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    this.#isOpen = true;
    // SQLite has one process: anything leased was left behind by its predecessor.
    if (!isPostgres(this.#parts.db)) await webhookQueue(this.#parts.db).freeAll();
    this.poke();
  }

  /** Looks for something to send now. */
  poke(): void {
    if (!this.#isOpen) return;
    this.#isAsked = true;
    this.#pump ??= this.#fill().finally(() => {
      this.#pump = undefined;
      if (this.#isAsked) this.poke();
    });
  }

  /** Stops; an interrupted attempt does not count and is repeated at the next start. */
  async close(): Promise<void> {
    this.#isOpen = false;
    clearTimeout(this.#timer);
    await this.#pump;
    const ended = Promise.all([...this.#held.values()].map((held) => held.ended));
    await Promise.race([ended, delay(graceMs, undefined, { ref: false })]);
    this.#stopped.abort(new Error('The server is stopping.'));
    await ended;
  }

  async #fill(): Promise<void> {
    this.#isAsked = false;
    clearTimeout(this.#timer);
    try {
      while (this.#isOpen && this.#held.size < mostAtOnce) {
        const rows = await this.#claim();
        if (rows.length === 0) break;
        for (const row of rows) this.#hold(row);
      }
      await this.#clean();
      const now = this.#parts.now();
      const at = await webhookQueue(this.#parts.db).nextAt(now);
      this.#wakeIn(at === undefined ? longestSleepMs : Math.min(longestSleepMs, Math.max(10, at - now)));
    } catch (error) {
      this.#parts.log.error({ err: error }, 'looking for webhooks to send failed');
      this.#wakeIn(longestSleepMs);
    }
  }

  #wakeIn(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#isOpen) return;
    this.#timer = setTimeout(() => this.poke(), ms);
    this.#timer.unref();
  }

  async #clean(): Promise<void> {
    const now = this.#parts.now();
    if (now - this.#cleanedAt < hourMs) return;
    this.#cleanedAt = now;
    await webhookQueue(this.#parts.db).removeEnded(now - keptMs);
  }

  #claim(): Promise<DeliveryRow[]> {
    const { db, leaseMs, now } = this.#parts;
    return db.transaction().execute(async (trx) => {
      const at = now();
      const queue = webhookQueue(trx);
      const places = this.#freePlaces();
      const busy = [...places].filter(([, free]) => free <= 0).map(([origin]) => origin);
      const due = await queue.due(at, busy, mostAtOnce - this.#held.size);
      const rows = due.filter((row) => {
        const free = places.get(row.origin) ?? this.#placesOf(row.origin);
        places.set(row.origin, free - 1);
        return free > 0 && !this.#held.has(row.id);
      });
      if (rows.length > 0)
        await queue.lease(
          rows.map(({ id }) => id),
          this.#owner,
          at + leaseMs,
        );
      return rows;
    });
  }

  #placesOf(origin: string): number {
    return this.#ailing.has(origin) ? 1 : mostPerReceiver;
  }

  #freePlaces(): Map<string, number> {
    const places = new Map<string, number>();
    for (const { origin } of this.#held.values())
      places.set(origin, (places.get(origin) ?? this.#placesOf(origin)) - 1);
    return places;
  }

  #hold(row: DeliveryRow): void {
    const ended = this.#send(row).finally(() => {
      this.#held.delete(row.id);
      this.poke();
    });
    this.#held.set(row.id, { origin: row.origin, ended });
  }

  async #send(row: DeliveryRow): Promise<void> {
    const { db, log, attempt } = this.#parts;
    const settle = (changes: Parameters<ReturnType<typeof webhookQueue>['settle']>[2]) =>
      webhookQueue(db).settle(row.id, this.#owner, changes);
    try {
      const outcome = await attempt(row, this.#stopped.signal);
      if (outcome.isOk) this.#ailing.delete(row.origin);
      else this.#ailing.add(row.origin);
      await settle(this.#changes(row, outcome));
    } catch (error) {
      // Interrupted by a stop, or the database is unavailable: the row is free again, now or when its lease expires.
      if (!this.#stopped.signal.aborted)
        log.error({ err: error, deliveryId: row.id }, 'sending a webhook failed');
      const waitMs = this.#stopped.signal.aborted ? 0 : longestSleepMs;
      await settle({ nextAt: this.#parts.now() + waitMs }).catch(() => {});
    }
  }

  #changes(row: DeliveryRow, { isOk, isFinal, status, error, ms }: WebhookOutcome) {
    const attempts = row.attempts + 1;
    const delayMs = isOk || isFinal ? undefined : nextDelayMs(attempts, this.#parts.delaysMs);
    const state = isOk ? 'delivered' : delayMs === undefined ? 'failed' : 'waiting';
    const nextAt = delayMs === undefined ? null : this.#parts.now() + delayMs;
    return { state, attempts, lastStatus: status, lastError: error, lastMs: ms, nextAt } as const;
  }
}
