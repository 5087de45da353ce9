import type { AppError } from '@tendril/contract/app-error';
import type { EventStream } from './event-stream.ts';

const heartbeatMs = 15_000;

/** All open event streams: one timer beats for all of them, and a stop tells each. */
export interface StreamRegistry {
  add(stream: EventStream): void;
  remove(stream: EventStream): void;
  /** Tells every open stream that the server is stopping. */
  announceDrain(): void;
  /** Called when the server is stopping; for what is open and no stream. */
  onDrain(listener: () => void): void;
  /** Called when the time to finish is over; for work that answers streams. */
  onCutOff(listener: () => void): void;
  /** Ends every open stream before its end, and tells why. */
  cutOff(refusal: AppError): void;
  /** Closes the streams that these sessions have opened. */
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
