import { expect, it } from 'vitest';
import { readPath } from './read-path.ts';

const value = { messages: [{ content: 'first' }, { content: 'last' }], a: { b: 1 } };

it.each([
  ['a.b', 1],
  ['.a.b', 1],
  ['messages[0].content', 'first'],
  ['messages[-1].content', 'last'],
  ['messages.length', 2],
  ['a.none.deeper', undefined],
  ['constructor.name', undefined],
])('reads %s', (path, found) => {
  expect(readPath(value, path)).toBe(found);
});
