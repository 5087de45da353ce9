import { type OpenRow, weekdays } from '@tendril/contract/voice/open-hours';
import { expect, it } from 'vitest';
import { hoursWords, placeOf } from './hours-words.ts';

const row = (days: OpenRow['days'], from = '08:00', to = '18:00'): OpenRow => ({ days, from, to });

it.each<[OpenRow[], string]>([
  [[row(['mon', 'tue', 'wed', 'thu', 'fri'])], 'Mon to Fri, 08:00–18:00'],
  [[row(['fri', 'mon', 'tue', 'wed', 'thu'])], 'Mon to Fri, 08:00–18:00'],
  [[row(['sat', 'sun'], '22:00', '06:00')], 'Sat, Sun, 22:00–06:00'],
  [[row([...weekdays], '00:00', '24:00')], 'Every day, 00:00–24:00'],
  [
    [row(['mon', 'wed', 'thu', 'fri']), row(['sat'], '09:00', '12:00')],
    'Mon, Wed to Fri, 08:00–18:00 · Sat, 09:00–12:00',
  ],
  [[row([])], 'No days, 08:00–18:00'],
])('says %j as “%s”', (rows, words) => expect(hoursWords({ rows })).toBe(words));

it('calls a time zone by its place', () => {
  expect(['America/New_York', 'Europe/Berlin', 'UTC'].map(placeOf)).toEqual(['New York', 'Berlin', 'UTC']);
});
