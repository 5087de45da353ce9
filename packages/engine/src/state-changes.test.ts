import { describe, expect, it } from 'vitest';
import { changeTo, withChange } from './state-changes.ts';

const shared = { long: ['a', 'b'] };
const base = { list: [shared, 1], map: { a: shared, b: 1, c: [1] }, gone: 1, plain: 'x' };

describe('the changes between two states', () => {
  it.each([
    ['nothing', base],
    ['an addition to a list', { ...base, list: [...base.list, 2] }],
    ['a shorter list', { ...base, list: [shared] }],
    ['another key of a map', { ...base, map: { ...base.map, d: { e: null } } }],
    ['a value of another kind', { ...base, map: [1], plain: { y: 1 } }],
    ['a key that is gone', { list: base.list, map: base.map, plain: 'x' }],
    ['an undefined value', { ...base, gone: undefined }],
    ['a list in place of a map', [1]],
    [
      'a key that prototypes have',
      { ...base, map: JSON.parse('{"__proto__":{"x":1},"constructor":{"y":1}}') },
    ],
  ])('are enough to make the second from the first: %s', (_what, value) => {
    const change = JSON.parse(JSON.stringify(changeTo(base, value)));
    const stored = JSON.parse(JSON.stringify(base));
    expect(withChange(stored, change)).toEqual(JSON.parse(JSON.stringify(value)));
  });

  it('say nothing of what both share', () => {
    const change = changeTo(base, { ...base, list: [...base.list, 2] });
    expect(change).toEqual({ sets: { list: { keeps: 2, adds: [2] } }, drops: [] });
  });
});
