import { expect, it } from 'vitest';
import { shortAge } from './short-age.ts';

const now = new Date(2026, 10, 21, 14, 0).getTime();

it('describes recent times by their age and old ones by their date', () => {
  expect(shortAge(now - 5000, now)).toBe('Just now');
  expect(shortAge(now - 19 * 60_000, now)).toBe('19 min ago');
  expect(shortAge(now - 2 * 3_600_000, now)).toBe('2 hours ago');
  expect(shortAge(new Date(2026, 10, 20, 15, 0).getTime(), now)).toBe('Yesterday');
  expect(shortAge(new Date(2026, 10, 18, 14, 0).getTime(), now)).toBe('3 days ago');
  expect(shortAge(new Date(2026, 10, 9).getTime(), now)).toBe('9 Nov');
  expect(shortAge(new Date(2024, 10, 9).getTime(), now)).toBe('9 Nov 2024');
});
