import { expect, it } from 'vitest';
import { sectionAt } from './prompt-sections.ts';

const text = [
  '## Role',
  'You are Adrian.',
  '',
  '### Voice',
  'Warm.',
  '## Objective',
  '1. Greet.',
  '## End',
].join('\n');
const lines = text.split('\n');

it('takes everything under a heading up to the next one of its level, lower headings included', () => {
  const section = sectionAt(lines, 0);
  expect(section).toMatchObject({ level: 2, lines: 4 });
  expect(text.slice(section?.from, section?.to)).toBe('\nYou are Adrian.\n\n### Voice\nWarm.');
});

it('ends a lower heading at the next higher one', () => {
  const section = sectionAt(lines, 3);
  expect(text.slice(section?.from, section?.to)).toBe('\nWarm.');
});

it('has nothing to fold under a heading without lines, nor in a line that is no heading', () => {
  expect(sectionAt(lines, 7)).toBeUndefined();
  expect(sectionAt(lines, 1)).toBeUndefined();
});

it('takes a # inside code for code', () => {
  const code = ['## Code', '```', '## not a heading', '```', 'after'];
  expect(sectionAt(code, 0)?.lines).toBe(4);
});
