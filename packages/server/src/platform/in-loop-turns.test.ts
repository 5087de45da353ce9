import { expect, it } from 'vitest';
import { inLoopTurns } from './in-loop-turns.ts';

it('goes through all items in their order, and lets others have the loop between them', async () => {
  const items = Array.from({ length: 2600 }, (_, at) => at);
  const seen: number[] = [];
  const seenByOthers: number[] = [];
  let isOver = false;
  const look = () => {
    seenByOthers.push(seen.length);
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await inLoopTurns(items, (item) => seen.push(item));
  isOver = true;
  expect(seen).toEqual(items);
  expect(seenByOthers.filter((count) => count > 0 && count < items.length).length).toBeGreaterThanOrEqual(4);
});
