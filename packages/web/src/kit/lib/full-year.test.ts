import { expect, it } from 'vitest';
import { fullYear } from './full-year.ts';

it.each([
  ['0069-03-04', '1969-03-04'],
  ['0068-03-04', '2068-03-04'],
  ['0000-12-31T10:30', '2000-12-31T10:30'],
  ['2026-01-31', '2026-01-31'],
  ['0169-01-31', '0169-01-31'],
  ['', ''],
])('FMT-15, FMT-16: the typed date %s means %s', (typed, meant) => {
  expect(fullYear(typed)).toBe(meant);
});
