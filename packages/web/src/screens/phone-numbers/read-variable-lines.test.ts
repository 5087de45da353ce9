import { expect, it } from 'vitest';
import { readVariableLines } from './read-variable-lines.ts';

it('variables are lines with a name and a value', () => {
  expect(readVariableLines('name = Ann\nurl=https://a.example/?b=c\n\nnothing\n=x')).toEqual({
    name: 'Ann',
    url: 'https://a.example/?b=c',
  });
});
