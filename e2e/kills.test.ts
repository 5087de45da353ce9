import { expect, it } from 'vitest';
import { runKills } from '../campaign/kills.ts';

it('repeats no completed step and loses no run when it is killed at random moments', {
  timeout: 300_000,
}, async () => {
  const seed = Date.now() % 1_000_000;
  const { faults, runs } = await runKills({ kills: 3, seed });
  expect(faults, `seed ${seed}`).toEqual([]);
  expect(runs).toBeGreaterThan(0);
});
