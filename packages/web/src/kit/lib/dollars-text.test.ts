import { expect, it } from 'vitest';
import { dollarsText } from './dollars-text.ts';

it.each([
  [0, '$0'],
  [0.00002, '< $0.0001'],
  [0.0002, '$0.0002'],
  [0.016, '$0.016'],
  [0.3, '$0.30'],
  [0.31416, '$0.3142'],
  [0.99999, '$1.00'],
  [2.5, '$2.50'],
  [1204.499, '$1,204.50'],
])('writes %d dollars as %s', (usd, text) => {
  expect(dollarsText(usd)).toBe(text);
});
