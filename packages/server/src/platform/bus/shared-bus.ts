import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { BusChannel, OpenChannel } from './bus-channel.ts';
import { type BusDelivery, createBusDelivery } from './bus-delivery.ts';
import { readPayload, writeEcho, writePayloads } from './bus-payload.ts';
import type { ControlBus, ControlKind, ControlMessage, MessageOf } from './control-bus.ts';

interface SharedBusParts {
  log: Logger;
  /** Of this process. */
  id: string;
  openChannel: OpenChannel;
  /** What reads the changes of which no message came; started with the first listener. */
  startReader?: (delivery: BusDelivery) => { close(): Promise<void> };
  /** Called with how long a message takes that goes through the connection and comes back. */
  onEcho?: (ms: number) => void;
  /** Tests are less patient. */
  checkMs?: number;
  echoMs?: number;
  firstRetryMs?: number;
}

const farewellMs = 1000;
const longestRetryMs = 10_000;
/** What waits for a connection at most; the oldest is lost first. */
const mostWaiting = 1000;

/**
 * The bus of several processes. It connects when it is first used, and again when the connection is lost. A connection
 * counts once this process has received a message of its own through it, which is tried again from time to time: behind
 * a connection pooler, or to a server that hangs, it can look sound and deliver nothing.
 */
export function createSharedBus(parts: SharedBusParts): ControlBus {
  return new SharedBus(parts);
}

class SharedBus implements ControlBus {
  readonly #parts: Required<Omit<SharedBusParts, 'startReader'>>;
  readonly #startReader: SharedBusParts['startReader'];
  readonly #delivery: BusDelivery;
  readonly #closed = new AbortController();
  readonly #echoes = new Map<string, () => void>();
  #waiting: ControlMessage[] = [];
  #isScheduled = false;
  #sending: Promise<void> = Promise.resolve();
  #channel: BusChannel | undefined;
  #lose: (reason: unknown) => void = () => {};
  #running: Promise<void> | undefined;
  #reader: { close(): Promise<void> } | undefined;
  #wasOpen = false;
  #isReported = false;

  constructor({ startReader, ...parts }: SharedBusParts) {
    this.#parts = { checkMs: 10_000, echoMs: 5000, firstRetryMs: 100, onEcho: () => {}, ...parts };
    this.#startReader = startReader;
    this.#delivery = createBusDelivery(parts.log);
  }

  publish(message: ControlMessage): void {
    this.#delivery.deliver(message);
    if (this.#closed.signal.aborted) return;
    this.#waiting.push(message);
    if (this.#waiting.length > mostWaiting) this.#waiting.shift();
    this.#start();
    this.#schedule();
  }

  subscribe<K extends ControlKind>(kind: K, listener: (message: MessageOf<K>) => void): () => void {
    this.#listen();
    return this.#delivery.subscribe(kind, listener);
  }

  onGap(listener: () => void): () => void {
    this.#listen();
    return this.#delivery.onGap(listener);
  }

  async close(): Promise<void> {
    await this.#reader?.close();
    await this.#send();
    this.#closed.abort();
    // A connection that is just being opened closes itself.
    await Promise.race([this.#running, wait(farewellMs, undefined, { ref: false })]);
  }

  #listen(): void {
    if (this.#closed.signal.aborted) return;
    this.#reader ??= this.#startReader?.(this.#delivery);
    this.#start();
  }

  #start(): void {
    this.#running ??= this.#run();
  }

  // What is published in one tick leaves together.
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      void this.#send();
    });
  }

  #send(): Promise<void> {
    this.#sending = this.#sending.then(() => this.#sendWaiting());
    return this.#sending;
  }

  async #sendWaiting(): Promise<void> {
    const channel = this.#channel;
    if (!channel || this.#waiting.length === 0) return;
    const messages = this.#waiting;
    this.#waiting = [];
    try {
      await channel.send(writePayloads(this.#parts.id, messages));
    } catch (error) {
      // The connection is replaced, and the messages go through the next one: some may come twice.
      this.#waiting = [...messages, ...this.#waiting].slice(-mostWaiting);
      this.#lose(error);
    }
  }

  async #run(): Promise<void> {
    let failures = 0;
    while (!this.#closed.signal.aborted) {
      try {
        await this.#serveChannel(() => {
          failures = 0;
        });
      } catch (error) {
        this.#report(error);
      }
      if (this.#closed.signal.aborted) return;
      const ms = Math.min(longestRetryMs, this.#parts.firstRetryMs * 2 ** failures);
      failures += 1;
      // With jitter: all processes have lost their connection together.
      await this.#pause(ms * (0.5 + Math.random()));
    }
  }

  /** Opens a connection and uses it until it is lost, which it throws, or the bus is closed. */
  async #serveChannel(opened: () => void): Promise<void> {
    const lost = Promise.withResolvers<never>();
    // Without a listener, a loss before the first await would end the process.
    lost.promise.catch(() => {});
    this.#lose = lost.reject;
    const ended = new Promise<void>((resolve) =>
      this.#closed.signal.addEventListener('abort', () => resolve(), { once: true }),
    );
    const channel = await this.#parts.openChannel({
      received: (payload) => this.#receive(payload),
      lost: (reason) => lost.reject(reason ?? new Error('the connection was closed')),
    });
    try {
      await Promise.race([this.#hearOneself(channel), lost.promise, ended]);
      if (this.#closed.signal.aborted) return;
      this.#channel = channel;
      opened();
      this.#isReported = false;
      if (this.#wasOpen) this.#delivery.announceGap();
      this.#wasOpen = true;
      await this.#send();
      await Promise.race([this.#keepChecking(channel), lost.promise, ended]);
    } finally {
      this.#channel = undefined;
      await channel.close();
    }
  }

  async #keepChecking(channel: BusChannel): Promise<void> {
    for (;;) {
      await this.#pause(this.#parts.checkMs);
      if (this.#channel !== channel) return;
      await this.#hearOneself(channel);
    }
  }

  async #hearOneself(channel: BusChannel): Promise<void> {
    const mark = randomUUID();
    const echo = Promise.withResolvers<void>();
    const timer = setTimeout(
      () => echo.reject(new Error('messages to oneself do not arrive')),
      this.#parts.echoMs,
    ).unref();
    const startedAt = performance.now();
    this.#echoes.set(mark, echo.resolve);
    try {
      await Promise.all([channel.send([writeEcho(this.#parts.id, mark)]), echo.promise]);
      this.#parts.onEcho(performance.now() - startedAt);
    } finally {
      clearTimeout(timer);
      this.#echoes.delete(mark);
    }
  }

  #receive(text: string): void {
    const payload = readPayload(text);
    if (!payload) return;
    if (payload.from === this.#parts.id) this.#echoes.get(payload.mark)?.();
    else for (const message of payload.messages) this.#delivery.deliver(message);
  }

  async #pause(ms: number): Promise<void> {
    const { signal } = this.#closed;
    await wait(ms, undefined, { signal, ref: false }).catch(() => undefined);
  }

  #report(error: unknown): void {
    const sentence =
      'control messages cannot be exchanged: changes of other processes are noticed within two seconds instead. Behind a connection pooler, set DATABASE_DIRECT_URL.';
    if (!this.#isReported) this.#parts.log.warn({ err: error }, sentence);
    this.#isReported = true;
  }
}
