import { expect, it } from 'vitest';
import { formatBytes } from './format-bytes.ts';

it('FMT-01: sizes climb from Bytes to YB in steps of 1024', () => {
  expect(formatBytes(0)).toBe('0 Bytes');
  const units = ['Bytes', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'];
  expect(units.map((_unit, step) => formatBytes(1024 ** step))).toEqual(units.map((unit) => `1 ${unit}`));
  expect(formatBytes(1024 ** 9)).toBe('1,024 YB');
});

it('FMT-02, SP-102: sizes have at most two decimals and a thousands comma', () => {
  expect(formatBytes(1536)).toBe('1.5 KB');
  expect(formatBytes(1234567)).toBe('1.18 MB');
  expect(formatBytes(1023)).toBe('1,023 Bytes');
  expect(formatBytes(1024 * 1024 - 1)).toBe('1 MB');
});
