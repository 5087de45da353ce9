import { expect, it } from 'vitest';
import { countSuffix } from './count-suffix.ts';

it('FMT-03: counts carry k, M, G, T, P and E', () => {
  expect([1e3, 1e6, 1e9, 1e12, 1e15, 1e18].map(countSuffix)).toEqual(['1k', '1M', '1G', '1T', '1P', '1E']);
});

it('FMT-04, SP-102: counts have at most one decimal and roll over to the next suffix', () => {
  expect(countSuffix(1234)).toBe('1.2k');
  expect(countSuffix(999)).toBe('999');
  expect(countSuffix(0)).toBe('0');
  expect(countSuffix(1000)).toBe('1k');
  expect(countSuffix(999_960)).toBe('1M');
  expect(countSuffix(-1500)).toBe('-1.5k');
});
