import { AppError } from '@tendril/contract/app-error';
import type { Permits } from '@tendril/contract/permission';
import type { Holder } from '../db/column.ts';
import type { EventStream, StreamAccess } from './event-stream.ts';

const heartbeatMs = 15_000;
// What callers may do is known to be at most a second old: together under two.
const accessCheckMs = 1000;

interface Held {
  holder: Holder;
  /** What it takes, if that may be lost while it is open. */
  permits: Permits | undefined;
  end(): void;
}

/** All open event streams: one timer sends heartbeats for all of them, and a stop notifies each. */
export interface StreamRegistry {
  /** Streams that are open. */
  readonly size: number;
  add(stream: EventStream): void;
  remove(stream: EventStream): void;
  /** Notifies every open stream that the server is stopping. */
  announceDrain(): void;
  /** Registers a listener for the stop of the server; for open connections that are not streams. */
  onDrain(listener: () => void): void;
  /** Registers a listener for the end of the grace period; for work that feeds streams. */
  onCutOff(listener: () => void): void;
  /** Ends every open stream early, with the reason. */
  cutOff(refusal: AppError): void;
  /**
   * Registers another kind of open connection; `end` closes it, as soon as its holder ends or does not permit it any
   * more. Returns the function that unregisters it.
   */
  hold(holder: Holder, end: () => void, permits?: Permits): () => void;
  /** Closes what was opened with a session or key. */
  end(holder: Holder): void;
  /** With what the open streams and connections were opened. */
  holders(): ReadonlySet<Holder>;
  close(): void;
}

/** `mayStill` and `mayHold`: whether what a stream or connection was opened by still holds; asked once a second. */
export function createStreamRegistry(
  mayStill: (access: StreamAccess) => Promise<boolean> = () => Promise.resolve(true),
  mayHold: (holder: Holder, permits: Permits) => Promise<boolean> = () => Promise.resolve(true),
): StreamRegistry {
  const open = new Set<EventStream>();
  const connections = new Set<Held>();
  const drainListeners: (() => void)[] = [];
  const cutOffListeners: (() => void)[] = [];
  const timer = setInterval(() => {
    for (const stream of open) stream.write(':heartbeat\n\n');
  }, heartbeatMs);
  timer.unref();

  async function endUnless(stream: EventStream, access: StreamAccess): Promise<void> {
    // Who may is not known while the database does not answer: the stream stays.
    const may = await mayStill(access).catch(() => true);
    if (!may) stream.fail(new AppError('FORBIDDEN', 'Your role in this workspace no longer permits this.'));
  }
  async function endHeldUnless(held: Held, permits: Permits): Promise<void> {
    const may = await mayHold(held.holder, permits).catch(() => true);
    if (!may && connections.has(held)) held.end();
  }
  const accessTimer = setInterval(() => {
    for (const stream of open) if (stream.access) void endUnless(stream, stream.access);
    for (const held of connections) if (held.permits) void endHeldUnless(held, held.permits);
  }, accessCheckMs);
  accessTimer.unref();

  return {
    get size() {
      return open.size;
    },
    add: (stream) => void open.add(stream),
    remove: (stream) => void open.delete(stream),
    announceDrain() {
      for (const stream of open) if (stream.drainFrame) stream.write(stream.drainFrame);
      for (const listener of drainListeners) listener();
    },
    onDrain: (listener) => void drainListeners.push(listener),
    onCutOff: (listener) => void cutOffListeners.push(listener),
    cutOff(refusal) {
      for (const listener of cutOffListeners) listener();
      for (const stream of [...open]) stream.fail(refusal);
    },
    hold(holder, end, permits) {
      const held: Held = { holder, end, permits };
      connections.add(held);
      return () => void connections.delete(held);
    },
    end(holder) {
      for (const stream of [...open]) if (stream.holder === holder) stream.close();
      for (const held of [...connections]) if (held.holder === holder) held.end();
    },
    holders: () =>
      new Set([...open, ...connections].flatMap(({ holder }) => (holder === undefined ? [] : [holder]))),
    close() {
      clearInterval(timer);
      clearInterval(accessTimer);
      for (const stream of open) stream.close();
    },
  };
}
