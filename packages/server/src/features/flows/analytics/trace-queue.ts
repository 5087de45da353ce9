/** What became of a batch: taken, to be sent again later, or refused for good. */
export type Delivery = { outcome: 'sent' } | { outcome: 'later'; waitMs?: number } | { outcome: 'refused' };

export interface TraceLimits {
  /** How long spans wait for others to be sent with. */
  batchMs: number;
  batchItems: number;
  batchBytes: number;
  /** Most that wait, of all receivers together. */
  mostItems: number;
  mostBytes: number;
  /** Before the second attempt; each later one waits twice as long. */
  retryMs: number;
  attempts: number;
}

/** Bounds under which a receiver that is slow or gone costs memory and nothing else. */
export const traceLimits: TraceLimits = {
  batchMs: 2000,
  batchItems: 512,
  batchBytes: 4 * 1024 * 1024,
  mostItems: 10_000,
  mostBytes: 64 * 1024 * 1024,
  retryMs: 1000,
  attempts: 6,
};

/** So many requests at once, whatever the number of receivers. */
const mostAtOnce = 8;
const longestWaitMs = 60_000;
const graceMs = 1500;

export interface QueueItem<T> {
  readonly value: T;
  readonly bytes: number;
}

interface Lane<D, T> {
  readonly key: string;
  readonly destination: D;
  readonly items: QueueItem<T>[];
  attempts: number;
  isSending: boolean;
  timer: NodeJS.Timeout | undefined;
}

/** Collects items for each destination, and sends them in batches, one at a time to each. */
export class TraceQueue<D, T> {
  readonly #send: (destination: D, values: T[], signal: AbortSignal) => Promise<Delivery>;
  readonly #onDrop: (count: number) => void;
  readonly #limits: TraceLimits;
  readonly #lanes = new Map<string, Lane<D, T>>();
  readonly #ready = new Set<Lane<D, T>>();
  readonly #sending = new Set<Promise<void>>();
  readonly #stopped = new AbortController();
  #count = 0;
  #bytes = 0;
  #dropped = 0;
  #isClosing = false;

  constructor(
    send: (destination: D, values: T[], signal: AbortSignal) => Promise<Delivery>,
    onDrop: (count: number) => void,
    limits: TraceLimits = traceLimits,
  ) {
    this.#send = send;
    this.#onDrop = onDrop;
    this.#limits = limits;
  }

  /** How many items were given up: for want of room, or because their receiver did not take them. */
  get dropped(): number {
    return this.#dropped;
  }

  get waiting(): number {
    return this.#count;
  }

  add(key: string, destination: D, items: readonly QueueItem<T>[]): void {
    if (this.#isClosing || items.length === 0) return;
    const lane = this.#laneOf(key, destination);
    for (const item of items) {
      lane.items.push(item);
      this.#count += 1;
      this.#bytes += item.bytes;
    }
    this.#trim();
    // A receiver that asked for patience keeps its wait.
    if (lane.attempts === 0 && lane.items.length >= this.#limits.batchItems) this.#makeReady(lane);
    else this.#schedule(lane, this.#limits.batchMs);
  }

  /** Sends what is left, for a moment. */
  async close(): Promise<void> {
    this.#isClosing = true;
    for (const lane of this.#lanes.values()) this.#makeReady(lane);
    const grace = setTimeout(() => this.#stopped.abort(new Error('The server is stopping.')), graceMs);
    while (this.#sending.size > 0) await Promise.all(this.#sending);
    clearTimeout(grace);
    for (const lane of this.#lanes.values()) clearTimeout(lane.timer);
  }

  #laneOf(key: string, destination: D): Lane<D, T> {
    const known = this.#lanes.get(key);
    if (known) return known;
    const lane = { key, destination, items: [], attempts: 0, isSending: false, timer: undefined };
    this.#lanes.set(key, lane);
    return lane;
  }

  #schedule(lane: Lane<D, T>, waitMs: number): void {
    if (lane.isSending || lane.timer) return;
    lane.timer = setTimeout(() => this.#makeReady(lane), waitMs);
    lane.timer.unref();
  }

  #makeReady(lane: Lane<D, T>): void {
    clearTimeout(lane.timer);
    lane.timer = undefined;
    if (lane.isSending) return;
    this.#ready.add(lane);
    this.#pump();
  }

  #pump(): void {
    for (const lane of this.#ready) {
      if (this.#sending.size >= mostAtOnce) return;
      this.#ready.delete(lane);
      const sending = this.#deliver(lane).finally(() => {
        this.#sending.delete(sending);
        this.#pump();
      });
      this.#sending.add(sending);
    }
  }

  async #deliver(lane: Lane<D, T>): Promise<void> {
    const batch = this.#takeBatch(lane);
    if (batch.length === 0) return;
    lane.isSending = true;
    const values = batch.map(({ value }) => value);
    const delivery = await this.#send(lane.destination, values, this.#stopped.signal);
    lane.isSending = false;
    if (delivery.outcome === 'later' && this.#mayRepeat(lane)) {
      lane.attempts += 1;
      this.#giveBack(lane, batch);
      const waitMs = delivery.waitMs ?? this.#limits.retryMs * 2 ** (lane.attempts - 1);
      this.#schedule(lane, Math.min(waitMs, longestWaitMs));
      return;
    }
    lane.attempts = 0;
    if (delivery.outcome !== 'sent') this.#drop(batch.length);
    if (lane.items.length === 0) this.#lanes.delete(lane.key);
    else this.#makeReady(lane);
  }

  #mayRepeat({ attempts }: Lane<D, T>): boolean {
    return !this.#isClosing && attempts + 1 < this.#limits.attempts;
  }

  #takeBatch(lane: Lane<D, T>): QueueItem<T>[] {
    let [count, bytes] = [0, 0];
    for (const item of lane.items) {
      if (count >= this.#limits.batchItems) break;
      if (count > 0 && bytes + item.bytes > this.#limits.batchBytes) break;
      count += 1;
      bytes += item.bytes;
    }
    this.#count -= count;
    this.#bytes -= bytes;
    return lane.items.splice(0, count);
  }

  #giveBack(lane: Lane<D, T>, batch: readonly QueueItem<T>[]): void {
    lane.items.unshift(...batch);
    this.#count += batch.length;
    for (const { bytes } of batch) this.#bytes += bytes;
    this.#trim();
  }

  /** The oldest of the fullest lane go first, so that one receiver that is gone costs the others nothing. */
  #trim(): void {
    const { mostItems, mostBytes } = this.#limits;
    let dropped = 0;
    while (this.#count > mostItems || this.#bytes > mostBytes) {
      const fullest = [...this.#lanes.values()].reduce((one, other) =>
        other.items.length > one.items.length ? other : one,
      );
      const excess = Math.max(this.#count - mostItems, 1);
      for (const { bytes } of fullest.items.splice(0, excess)) {
        this.#count -= 1;
        this.#bytes -= bytes;
        dropped += 1;
      }
    }
    if (dropped > 0) this.#drop(dropped);
  }

  #drop(count: number): void {
    this.#dropped += count;
    this.#onDrop(count);
  }
}
