import { expect, it } from 'vitest';
import { humanDuration, relativeTime } from './relative-time.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const month = (146_097 / 4800) * day;

const thresholds: [string, number, string, number, string][] = [
  ['FMT-10', 44 * second, 'a few seconds', 45 * second, 'a minute'],
  ['FMT-11', 44 * minute, '44 minutes', 45 * minute, 'an hour'],
  ['FMT-12', 21 * hour, '21 hours', 22 * hour, 'a day'],
  ['FMT-13', 25 * day, '25 days', 26 * day, 'a month'],
  ['FMT-14', 10 * month, '10 months', 11 * month, 'a year'],
];

it.each(thresholds)('%s: the unit changes at its threshold', (_item, below, wordsBelow, at, wordsAt) => {
  expect(humanDuration(below)).toBe(wordsBelow);
  expect(humanDuration(at)).toBe(wordsAt);
});

it('FMT-10, SP-104: amounts in between are rounded', () => {
  expect(humanDuration(89 * second)).toBe('a minute');
  expect(humanDuration(90 * second)).toBe('2 minutes');
  expect(humanDuration(36 * hour)).toBe('2 days');
  expect(humanDuration(2 * 365 * day)).toBe('2 years');
});

it('FMT-12: the past is "ago" and the future is "in"', () => {
  expect(relativeTime(0, 2 * hour)).toBe('2 hours ago');
  expect(relativeTime(2 * day, 0)).toBe('in 2 days');
});
