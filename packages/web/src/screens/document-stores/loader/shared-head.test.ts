import { expect, it } from 'vitest';
import { sharedHead } from './shared-head.ts';

it('the overlap of two chunks is the longest end of one that begins the other', () => {
  expect(sharedHead('open from nine', 'from nine to five', 200)).toBe('from nine'.length);
  expect(sharedHead('aaa', 'aab', 200)).toBe(2);
  expect(sharedHead('one', 'two', 200)).toBe(0);
});

it('no more counts than chunks may share', () => {
  expect(sharedHead('abcabc', 'abcabc', 3)).toBe(3);
  expect(sharedHead('abc', 'abc', 0)).toBe(0);
});
