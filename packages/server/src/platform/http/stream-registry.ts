import type { AppError } from '@tendril/contract/app-error';
import type { EventStream } from './event-stream.ts';

const heartbeatMs = 15_000;

/** All open event streams: one timer sends heartbeats for all of them, and a stop notifies each. */
export interface StreamRegistry {
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
  /** Closes the streams opened by these sessions. */
  endSessions(familyIds: readonly string[]): void;
  close(): void;
}

export function createStreamRegistry(): StreamRegistry {
  const open = new Set<EventStream>();
  const drainListeners: (() => void)[] = [];
  const cutOffListeners: (() => void)[] = [];
  const timer = setInterval(() => {
    for (const stream of open) stream.write(':heartbeat\n\n');
  }, heartbeatMs);
  timer.unref();

  return {
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
    endSessions(familyIds) {
      for (const stream of open) if (stream.familyId && familyIds.includes(stream.familyId)) stream.close();
    },
    close() {
      clearInterval(timer);
      for (const stream of open) stream.close();
    },
  };
}
