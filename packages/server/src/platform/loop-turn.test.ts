import { setImmediate as nextTick } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createRests } from './db/create-rests.ts';
import { loopTurn } from './loop-turn.ts';

/** Counts turns of the event loop while `work` is under way. */
async function countingTurns(work: (turn: () => number) => Promise<void>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const counting = (async () => {
    for (; !isOver; turns += 1) await nextTick();
  })();
  await work(() => turns);
  isOver = true;
  await counting;
  return turns;
}

it('gives each of several callers a turn of the loop that no other has', async () => {
  await countingTurns(async (turn) => {
    const turns = await Promise.all([1, 2, 3, 4].map(() => loopTurn().then(turn)));
    expect(new Set(turns).size).toBe(4);
  });
});

it('lets others be served after each step of long work, however short the steps are', async () => {
  const steps = 20;
  const turns = await countingTurns(async () => {
    const rest = createRests();
    for (let step = 0; step < steps; step += 1) await rest();
  });
  expect(turns).toBeGreaterThanOrEqual(steps);
});
