const maxOpenCalls = 100;
const maxBodyBytes = 8 * 1024 * 1024 + 64 * 1024;
// As it is written for the server: one line, of which the server takes 16 MB.
const maxLineCharacters = 12 * 1024 * 1024;
const maxOpenCharacters = 2 * maxLineCharacters;
const longestTimerMs = 2 ** 31 - 1;

/** What the server does for the code: a request, or a step with a connection. */
export type AskKind = 'fetch' | 'socket';

interface OpenCallListener {
  onRequest(call: number, kind: AskKind, question: string, body: Uint8Array | undefined): void;
  /** The code waits for that answer no longer. */
  onForget(call: number): void;
  onTimer(call: number): void;
}

/** The requests and timers that the code of one run waits for. */
interface OpenCalls {
  readonly size: number;
  /** The number of the new call; -1 when there are too many, -2 when what it sends is too large. */
  request(kind: AskKind, question: string, body: Uint8Array | undefined): number;
  sleep(delayMs: number): number;
  forget(call: number): void;
  /** False when it was not open. */
  close(call: number): boolean;
  stopTimers(): void;
}

export function createOpenCalls({ onRequest, onForget, onTimer }: OpenCallListener): OpenCalls {
  const timers = new Map<number, NodeJS.Timeout>();
  /** How long the line of each call was. */
  const sizes = new Map<number, number>();
  let openCharacters = 0;
  let lastCall = 0;

  function open(size: number): number {
    if (sizes.size >= maxOpenCalls) return -1;
    if (size > maxLineCharacters || openCharacters + size > maxOpenCharacters) return -2;
    lastCall += 1;
    sizes.set(lastCall, size);
    openCharacters += size;
    return lastCall;
  }

  function close(call: number): boolean {
    clearTimeout(timers.get(call));
    timers.delete(call);
    openCharacters -= sizes.get(call) ?? 0;
    return sizes.delete(call);
  }

  return {
    get size() {
      return sizes.size;
    },
    request(kind, question, body) {
      const bodyBytes = body?.length ?? 0;
      if (question.length + bodyBytes > maxBodyBytes) return -2;
      const call = open(JSON.stringify(question).length + Math.ceil(bodyBytes / 3) * 4);
      if (call > 0) onRequest(call, kind, question, body);
      return call;
    },
    sleep(delayMs) {
      const call = open(0);
      const timerMs = Math.min(Math.max(delayMs, 0), longestTimerMs);
      if (call > 0) timers.set(call, setTimeout(onTimer, timerMs, call));
      return call;
    },
    forget(call) {
      const isRequest = sizes.has(call) && !timers.has(call);
      close(call);
      if (isRequest) onForget(call);
    },
    close,
    stopTimers() {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
