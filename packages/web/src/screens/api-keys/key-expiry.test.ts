import { expect, it } from 'vitest';
import { expiryOf } from './key-expiry.ts';

const now = new Date(2026, 2, 10, 15).getTime();

it('a key without an end has none, and 30 days are counted from now', () => {
  expect(expiryOf('never', '', now)).toBeNull();
  expect(expiryOf('30', '', now)).toBe(now + 30 * 86_400_000);
});

it('the chosen day counts to its last moment, today included, and the past does not', () => {
  expect(expiryOf('date', '2026-03-10', now)).toBe(new Date(2026, 2, 11).getTime() - 1);
  expect(expiryOf('date', '2026-03-09', now)).toBeUndefined();
  expect(expiryOf('date', '', now)).toBeUndefined();
});
