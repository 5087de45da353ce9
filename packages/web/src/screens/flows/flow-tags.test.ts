import { expect, it } from 'vitest';
import { commonTags, tagsOf } from './flow-tags.ts';

it('reads each tag once', () => {
  expect(tagsOf({ category: ' phone;;orders;phone' })).toEqual(['phone', 'orders']);
  expect(tagsOf({ category: '' })).toEqual([]);
});

it('finds what several flows have in common', () => {
  expect(commonTags([{ category: 'a;b' }, { category: 'b;c' }])).toEqual(['b']);
  expect(commonTags([])).toEqual([]);
});
