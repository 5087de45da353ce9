import { setImmediate as nextTick } from 'node:timers/promises';

let last: Promise<unknown> = Promise.resolve();

/**
 * Resolves in a turn of the event loop that no other caller has: for steps of some milliseconds of which several become
 * due at once, as answers that arrive together do. Others are served between them.
 */
export function loopTurn(): Promise<unknown> {
  last = last.then(() => nextTick());
  return last;
}
