import { describe, expect, it } from 'vitest';
import { cronOf } from './cron-of.ts';
import { nextTimes } from './schedule-times.ts';

const times = async (cron: string, timezone: string, from: string, count = 3, end = '') =>
  (await nextTimes({ cron, timezone, end }, Date.parse(from), count)).map((at) => new Date(at).toISOString());

describe('the times of a schedule', () => {
  it('are those of clocks in the zone', async () => {
    expect(await times('0 9 * * 1-5', 'America/New_York', '2026-01-02T15:00:00Z', 2)).toEqual([
      '2026-01-05T14:00:00.000Z',
      '2026-01-06T14:00:00.000Z',
    ]);
    expect(await times('0 9 * * *', 'Asia/Kathmandu', '2026-01-02T00:00:00Z', 1)).toEqual([
      '2026-01-02T03:15:00.000Z',
    ]);
  });

  it('come at the first minute after the gap of spring, and only that day', async () => {
    expect(await times('30 2 * * *', 'Europe/Berlin', '2026-03-28T00:00:00Z')).toEqual([
      '2026-03-28T01:30:00.000Z',
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ]);
  });

  it('come once in the repeated hour of autumn, and every half hour where that is asked', async () => {
    expect(await times('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ]);
    expect(await times('*/30 * * * *', 'Europe/Berlin', '2026-10-25T00:00:00Z', 4)).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T01:00:00.000Z',
      '2026-10-25T01:30:00.000Z',
      '2026-10-25T02:00:00.000Z',
    ]);
  });

  it('end with the day of the end date, in the zone', async () => {
    expect(await times('0 23 * * *', 'America/Los_Angeles', '2026-05-01T12:00:00Z', 9, '2026-05-02')).toEqual(
      ['2026-05-02T06:00:00.000Z', '2026-05-03T06:00:00.000Z'],
    );
    expect(await times('0 0 31 2 *', 'UTC', '2026-05-01T12:00:00Z')).toEqual([]);
  });

  it.each([
    ['', 'UTC', 'no time yet'],
    ['* * * *', 'UTC', 'is no schedule'],
    ['* * * * * *', 'UTC', 'is no schedule'],
    ['61 * * * *', 'UTC', 'is no schedule'],
    ['every day', 'UTC', 'is no schedule'],
    ['0 9 * * *', 'Mars/Olympus', 'no time zone "Mars/Olympus"'],
  ])('are refused in words: "%s" in %s', async (cron, timezone, words) => {
    await expect(times(cron, timezone, '2026-01-01T00:00:00Z')).rejects.toThrow(words);
  });

  it('refuse an end that is no date', async () => {
    await expect(times('0 9 * * *', 'UTC', '2026-01-01T00:00:00Z', 1, 'soon')).rejects.toThrow(
      '"soon" is no date',
    );
  });
});

describe('a picked schedule', () => {
  it.each([
    [{ scheduleFrequency: 'hourly', scheduleOnMinute: 15 }, '15 * * * *'],
    [{ scheduleFrequency: 'daily', scheduleOnTime: '09:05' }, '5 9 * * *'],
    [{ scheduleFrequency: 'weekly', scheduleOnTime: '18:00', scheduleOnDayOfWeek: '1,3' }, '0 18 * * 1,3'],
    [
      { scheduleFrequency: 'weekly', scheduleOnTime: '18:00', scheduleOnDayOfWeek: '["1","5"]' },
      '0 18 * * 1,5',
    ],
    [
      { scheduleFrequency: 'monthly', scheduleOnTime: '00:30', scheduleOnDayOfMonth: [1, 15] },
      '30 0 1,15 * *',
    ],
    [{ scheduleFrequency: 'weekly', scheduleOnTime: '18:00' }, ''],
    [{ scheduleFrequency: 'daily' }, ''],
    [{}, ''],
    [{ scheduleType: 'cronExpression', scheduleCronExpression: ' 0 1 * * * ' }, '0 1 * * *'],
  ])('%o becomes "%s"', (values, cron) => {
    expect(cronOf(values)).toBe(cron);
  });
});
