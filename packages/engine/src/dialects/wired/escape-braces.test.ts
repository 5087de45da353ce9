import { expect, it } from 'vitest';
import { escapeBraces } from './escape-braces.ts';

it.each([
  ['what is {x}?', 'what is {{x}}?'],
  ['{{a}}', '{{{{a}}}}'],
  ['a } b { c', 'a } b { c'],
  ['😀 {ä}', '😀 {{ä}}'],
  ['plain', 'plain'],
])('doubles the paired braces of %s', (text, escaped) => {
  expect(escapeBraces(text)).toBe(escaped);
});
