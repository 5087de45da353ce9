import { expect, it } from 'vitest';
import { jsonIn } from './json-in.ts';

it.each<[string, unknown]>([
  ['{"isTrue": true}', { isTrue: true }],
  ['Sure:\n```json\n[{"name": "a"}]\n```\nDone {really} [yes]', [{ name: 'a' }]],
  ['{"why": "a } in words"} and } more', { why: 'a } in words' }],
  ['nothing here', undefined],
  ['{"cut": ', undefined],
])('reads the JSON of %j', (words, value) => {
  expect(jsonIn(words)).toEqual(value);
});
