import { setTimeout as delay } from 'node:timers/promises';
import { loopTurn } from '../loop-turn.ts';

const workMs = 10;
const restMs = 15;

/**
 * Creates a function that long work calls after each small step: the next has a turn of the event loop for itself, and at
 * intervals others have all of it for a while. The embedded database responds within the same turn, so awaiting it does
 * not yield.
 */
export function createRests(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < workMs) {
      await loopTurn();
      return;
    }
    await delay(restMs, undefined, { ref: false });
    since = performance.now();
  };
}
