import type { UsageCounters } from './usage-counters.ts';

const mostKeys = 50_000;

interface Window {
  count: number;
  endsAt: number;
}

/** Counters in the memory of this process, which is all there is on the embedded database. */
export function memoryCounters(): UsageCounters {
  const windows = new Map<string, Window>();

  return {
    isShared: false,
    async add(key, amount, windowMs) {
      const at = Date.now();
      let window = windows.get(key);
      if (!window || window.endsAt <= at) {
        if (windows.size >= mostKeys) forgetOld(windows, at);
        window = { count: 0, endsAt: at + windowMs };
        windows.set(key, window);
      }
      window.count += amount;
      return { count: window.count, leftMs: window.endsAt - at };
    },
    async subtract(key, amount) {
      const window = windows.get(key);
      if (window) window.count = Math.max(0, window.count - amount);
    },
    async clear(key) {
      windows.delete(key);
    },
    async close() {
      windows.clear();
    },
  };
}

function forgetOld(windows: Map<string, Window>, at: number): void {
  for (const [key, window] of windows) if (window.endsAt <= at) windows.delete(key);
  // Nothing has expired: this is a flood of keys, so the oldest are dropped.
  for (const key of windows.keys()) {
    if (windows.size < mostKeys) return;
    windows.delete(key);
  }
}
