import { expect, it } from 'vitest';
import { hasVendorEnded } from './vendor-end.ts';

it('tells before and after the day on which the vendor ends its assistants', () => {
  expect(hasVendorEnded(Date.UTC(2026, 7, 25, 23, 59))).toBe(false);
  expect(hasVendorEnded(Date.UTC(2026, 7, 26))).toBe(true);
});
