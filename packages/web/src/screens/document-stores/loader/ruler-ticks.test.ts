import { expect, it } from 'vitest';
import { rulerTicks } from './ruler-ticks.ts';

it('a scale has a few round marks, whatever its length', () => {
  expect(rulerTicks(2600)).toEqual([0, 1000, 2000]);
  expect(rulerTicks(1000)).toEqual([0, 200, 400, 600, 800, 1000]);
  expect(rulerTicks(3)).toEqual([0, 1, 2, 3]);
  expect(rulerTicks(0)).toEqual([0]);
  for (const span of [7, 42, 99, 512, 4321, 77_777]) {
    const ticks = rulerTicks(span);
    expect(ticks.length, String(span)).toBeGreaterThan(2);
    expect(ticks.length, String(span)).toBeLessThan(12);
  }
});
