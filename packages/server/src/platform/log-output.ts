import { write, writeSync } from 'node:fs';
import { createLineQueue } from './line-queue.ts';

const usualWaiting = 8 * 1024 * 1024;
const retryMs = 100;
const lastFlushMs = 500;

const full = new Set(['EAGAIN', 'EBUSY']);

/** Where lines of the log go. */
interface LogOutput {
  write(line: string): void;
  /** Writes what waits before the process ends, as far as anybody reads it. */
  flushSync(): void;
}

/**
 * Writes lines to a descriptor without ever holding the process up: a reader that is slow makes lines wait, one that
 * stands still costs lines, and one that is gone ends the writing. Lines of one tick are one write; of more than
 * `mostWaiting` characters, the newest lines are dropped.
 */
export function createLogOutput(descriptor: number, mostWaiting = usualWaiting): LogOutput {
  const queue = createLineQueue();
  let dropped = 0;
  let isWriting = false;
  let isGone = false;

  function forget(): void {
    isGone = true;
    isWriting = false;
    queue.clear();
  }

  function noteDropped(): void {
    if (dropped === 0 || queue.size > mostWaiting / 2) return;
    const entry = { level: 40, time: Date.now(), pid: process.pid, dropped, msg: 'lines that nobody read' };
    dropped = 0;
    queue.add(`${JSON.stringify(entry)}\n`);
  }

  function pump(): void {
    if (queue.size === 0) noteDropped();
    const part = queue.take();
    isWriting = part.length > 0;
    if (isWriting) send(part);
  }

  function send(part: Buffer): void {
    write(descriptor, part, (error, written) => {
      if (!error && written === part.length) return pump();
      const rest = part.subarray(written ?? 0);
      if (!error) return send(rest);
      if (!full.has(error.code ?? '')) return forget();
      // What could not go now waits with the others, so that a flush finds it.
      queue.putBack(rest);
      setTimeout(pump, retryMs).unref();
    });
  }

  return {
    write(line) {
      if (isGone) return;
      if (queue.size + line.length > mostWaiting) {
        dropped += 1;
        return;
      }
      queue.add(line);
      if (isWriting) return;
      isWriting = true;
      setImmediate(pump);
    },
    flushSync() {
      const until = performance.now() + lastFlushMs;
      let part = queue.take();
      while (part.length > 0 && !isGone && performance.now() < until) {
        try {
          part = part.subarray(writeSync(descriptor, part));
          if (part.length === 0) part = queue.take();
        } catch (error) {
          if (!full.has((error as NodeJS.ErrnoException).code ?? '')) forget();
          else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
        }
      }
    },
  };
}
