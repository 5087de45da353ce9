import { expect, it } from 'vitest';
import { finishedLength, spokenText } from './finished-sentences.ts';

it.each([
  ['', 0],
  ['Yes', 0],
  ['Yes, in 3.5 days', 0],
  ['Yes. It', 4],
  ['Is it? "No."  Well', 12],
  ['First line\nsecond', 11],
])('whole sentences of %j reach to %i', (text, length) => {
  expect(finishedLength(text)).toBe(length);
});

it('an answer is spoken without its marks', () => {
  expect(spokenText('**Yes** [1], see [our page](https://example.org).\n\n1. `a`')).toBe(
    'Yes , see our page. 1. a',
  );
});
