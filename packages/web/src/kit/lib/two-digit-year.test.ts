import { expect, it } from 'vitest';
import { twoDigitYear } from './two-digit-year.ts';

it('FMT-15: years above 68 belong to 19xx', () => {
  expect(twoDigitYear('69')).toBe(1969);
  expect(twoDigitYear('99')).toBe(1999);
});

it('FMT-16: years of 68 and below belong to 20xx', () => {
  expect(twoDigitYear('68')).toBe(2068);
  expect(twoDigitYear('00')).toBe(2000);
});
