import { expect, it } from 'vitest';
import { changeTags, readTags } from './flow-tags.ts';

it('reads the tags of a column that others wrote, each once', () => {
  expect(readTags(' phone;orders;;phone ; ')).toEqual(['phone', 'orders']);
  expect(readTags(null)).toEqual([]);
});

it('adds and takes away tags, and keeps the order of the others', () => {
  expect(changeTags('b;a', { add: ['c', 'a'], remove: ['b'] })).toBe('a;c');
  expect(changeTags(null, { add: [], remove: ['x'] })).toBe('');
});
