import { write, writeSync } from 'node:fs';

const mostWaiting = 8 * 1024 * 1024;
const mostAtOnce = 64 * 1024;
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
 * stands still costs lines, and one that is gone ends the writing. Lines of one tick are one write.
 */
export function createLogOutput(descriptor: number): LogOutput {
  let waiting: string[] = [];
  let size = 0;
  let dropped = 0;
  let isWriting = false;
  let isGone = false;

  function forget(): void {
    isGone = true;
    waiting = [];
    size = 0;
  }

  function take(): Buffer {
    let text = '';
    let count = 0;
    while (count < waiting.length && text.length < mostAtOnce) text += waiting[count++];
    waiting.splice(0, count);
    size -= text.length;
    return Buffer.from(text);
  }

  function noteDropped(): void {
    if (dropped === 0 || size > mostWaiting / 2) return;
    const entry = { level: 40, time: Date.now(), pid: process.pid, dropped, msg: 'lines that nobody read' };
    const line = `${JSON.stringify(entry)}\n`;
    dropped = 0;
    waiting.push(line);
    size += line.length;
  }

  function pump(): void {
    if (waiting.length === 0) noteDropped();
    if (waiting.length === 0 || isGone) {
      isWriting = false;
      return;
    }
    send(take());
  }

  function send(part: Buffer): void {
    write(descriptor, part, (error, written) => {
      if (!error && written === part.length) return pump();
      const rest = part.subarray(written ?? 0);
      if (!error) return send(rest);
      if (!full.has(error.code ?? '')) return forget();
      // What could not go now waits with the others, so that a flush finds it.
      waiting.unshift(rest.toString());
      size += rest.length;
      setTimeout(pump, retryMs).unref();
    });
  }

  return {
    write(line) {
      if (isGone) return;
      if (size + line.length > mostWaiting) {
        dropped += 1;
        return;
      }
      waiting.push(line);
      size += line.length;
      if (isWriting) return;
      isWriting = true;
      setImmediate(pump);
    },
    flushSync() {
      const until = performance.now() + lastFlushMs;
      let part = take();
      while (part.length > 0 && !isGone && performance.now() < until) {
        try {
          part = part.subarray(writeSync(descriptor, part));
          if (part.length === 0) part = take();
        } catch (error) {
          if (!full.has((error as NodeJS.ErrnoException).code ?? '')) forget();
          else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
        }
      }
    },
  };
}
