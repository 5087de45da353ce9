import { expect, it } from 'vitest';
import { floorAbove } from './toast-floor.ts';

const bar = (left: number, top: number, height = 60) => ({ left, top, height });

it('toasts stand above the bars at the lower edge that they would cover, and on the edge without one', () => {
  expect(floorAbove([], 900)).toBe(0);
  expect(floorAbove([bar(0, 800, 100)], 900)).toBe(100);
  expect(floorAbove([bar(0, 800, 100), bar(220, 750)], 900)).toBe(150);
});

it('a bar far right, far up or out of sight leaves them where they are', () => {
  expect(floorAbove([bar(600, 820)], 900)).toBe(0);
  expect(floorAbove([bar(300, 400)], 900)).toBe(0);
  expect(floorAbove([bar(0, 880, 0)], 900)).toBe(0);
});
