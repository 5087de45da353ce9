import { AppError } from '@tendril/contract/app-error';
import type { FastifyReply } from 'fastify';

const maxKeys = 50_000;

interface Window {
  count: number;
  endsAt: number;
}

/** Counts per key in fixed windows, in the memory of this process. */
export interface RateLimit {
  /** Counts one use; throws TOO_MANY_REQUESTS with Retry-After once a window has more than `limit`. */
  use(key: string, reply: FastifyReply): void;
  /** Takes one use back: a correct password does not count as an attempt. */
  giveBack(key: string): void;
  clear(key: string): void;
  /** The most that one key has used in the window that is open. */
  highest(): number;
}

export function createRateLimit(limit: number, windowMs: number): RateLimit {
  const windows = new Map<string, Window>();

  return {
    use(key, reply) {
      const at = Date.now();
      let window = windows.get(key);
      if (!window || window.endsAt <= at) {
        if (windows.size >= maxKeys) forgetOld(windows, at);
        window = { count: 0, endsAt: at + windowMs };
        windows.set(key, window);
      }
      window.count += 1;
      if (window.count <= limit) return;
      reply.header('retry-after', String(Math.ceil((window.endsAt - at) / 1000)));
      throw new AppError('TOO_MANY_REQUESTS', 'Too many attempts. Wait a moment and try again.');
    },
    giveBack(key) {
      const window = windows.get(key);
      if (window && window.count > 0) window.count -= 1;
    },
    clear: (key) => void windows.delete(key),
    highest() {
      const at = Date.now();
      let most = 0;
      for (const { count, endsAt } of windows.values())
        if (endsAt > at) most = Math.max(most, Math.min(count, limit));
      return most;
    },
  };
}

function forgetOld(windows: Map<string, Window>, at: number): void {
  for (const [key, window] of windows) if (window.endsAt <= at) windows.delete(key);
  // Nothing has expired: this is a flood of keys, so the oldest are dropped.
  for (const key of windows.keys()) {
    if (windows.size < maxKeys) return;
    windows.delete(key);
  }
}
