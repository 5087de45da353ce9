import { expect, it } from 'vitest';
import { hasVendorEnded } from './vendor-end.ts';

it('distinguishes before and after the day on which the provider ends its assistants', () => {
  expect(hasVendorEnded(Date.UTC(2026, 7, 25, 23, 59))).toBe(false);
  expect(hasVendorEnded(Date.UTC(2026, 7, 26))).toBe(true);
});
