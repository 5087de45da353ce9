import { expect, it } from 'vitest';
import { sortRows } from './sort-rows.ts';

it('sorts words by their numbers and regardless of case, and times by size', () => {
  const names = ['b10', 'B2', 'a'];
  expect(sortRows(names, (name) => name, false)).toEqual(['a', 'B2', 'b10']);
  expect(sortRows([2, 10, 1], (at) => at, true)).toEqual([10, 2, 1]);
  expect(names).toEqual(['b10', 'B2', 'a']);
});
