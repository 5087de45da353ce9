import { loopTurn } from './loop-turn.ts';

/** So few that simple work on them takes a millisecond. */
const itemsAtOnce = 500;

/** Goes through many items, some in each turn of the event loop: others are served between them. */
export async function inLoopTurns<T>(items: Iterable<T>, each: (item: T) => void): Promise<void> {
  let count = 0;
  for (const item of items) {
    each(item);
    count += 1;
    if (count % itemsAtOnce === 0) await loopTurn();
  }
}
