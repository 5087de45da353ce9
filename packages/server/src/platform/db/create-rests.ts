import { setTimeout as delay } from 'node:timers/promises';

const workMs = 10;
const restMs = 15;

/**
 * Makes what long work in many small steps calls after each: now and then it rests, so that others are served. The
 * embedded database answers within the same turn of the event loop, so that awaiting it alone lets nobody in.
 */
export function createRests(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < workMs) return;
    await delay(restMs, undefined, { ref: false });
    since = performance.now();
  };
}
