import * as z from 'zod';

/** Days of a week, Monday first. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

/** Whether the name is a time zone that this runtime knows. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return name !== '';
  } catch {
    return false;
  }
}

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 08:30');
const endOfOpening = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'must be a time such as 18:00');

/** An end before its beginning is on the next day: 22:00 to 06:00. */
const openRow = z
  .object({
    days: z.array(z.enum(weekdays, 'must be mon, tue, wed, thu, fri, sat or sun')).min(1, 'must name a day'),
    from: timeOfDay,
    to: endOfOpening,
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], error: 'must not be the time it begins' });
export type OpenRow = z.output<typeof openRow>;

/** Opening hours, in the time of one place. */
export const openHours = z.object({
  timezone: z.string().refine(isTimeZone, 'must be a time zone such as Europe/Berlin'),
  rows: z.array(openRow).min(1, 'must have at least one row').max(20, 'must have at most 20 rows'),
});
export type OpenHours = z.output<typeof openHours>;

const shortDays: Readonly<Record<string, Weekday>> = {
  Mon: 'mon',
  Tue: 'tue',
  Wed: 'wed',
  Thu: 'thu',
  Fri: 'fri',
  Sat: 'sat',
  Sun: 'sun',
};

/** The local time of a place. */
export function wallClock(timezone: string, at: number): { day: Weekday; time: string } {
  const form = { timeZone: timezone, weekday: 'short', hour: '2-digit', minute: '2-digit' } as const;
  const parts = new Intl.DateTimeFormat('en-US', { ...form, hourCycle: 'h23' }).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return { day: shortDays[part('weekday')] ?? 'mon', time: `${part('hour')}:${part('minute')}` };
}

// A row that ends before it begins started the day before.
function isOpenIn({ days, from, to }: OpenRow, day: Weekday, time: string): boolean {
  if (from < to) return days.includes(day) && from <= time && time < to;
  const before = weekdays[(weekdays.indexOf(day) + 6) % 7] ?? 'sun';
  return (days.includes(day) && from <= time) || (days.includes(before) && time < to);
}

/** Whether it is open at `at`. */
export function isOpenAt({ timezone, rows }: OpenHours, at: number): boolean {
  const { day, time } = wallClock(timezone, at);
  return rows.some((row) => isOpenIn(row, day, time));
}
