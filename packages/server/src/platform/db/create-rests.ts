import { setTimeout as delay } from 'node:timers/promises';

const workMs = 10;
const restMs = 15;

/**
 * Creates a function that long work calls after each small step: at intervals it yields, so that other requests are
 * served. The embedded database responds within the same turn of the event loop, so awaiting it does not yield.
 */
export function createRests(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < workMs) return;
    await delay(restMs, undefined, { ref: false });
    since = performance.now();
  };
}
