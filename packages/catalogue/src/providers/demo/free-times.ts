import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
import { dateIn, dayTextIn, spokenDay, timesIn } from './dates.ts';

/** A free time of a calendar, as a tool or an earlier answer named it. */
export interface FreeTime {
  /** `2026-11-23`, where one was named. */
  date: string | undefined;
  /** The day as it was written: "Tuesday". */
  dayText: string | undefined;
  /** `09:30`. */
  time: string;
}

/** The day that applies to the times around it. */
type Day = Pick<FreeTime, 'date' | 'dayText'>;

const noDay: Day = { date: undefined, dayText: undefined };

/** A caller does not care about seconds and zones. */
const plainTimes = (text: string) =>
  text.replace(/(\d{4}-\d{2}-\d{2})T(?=\d)/g, '$1 ').replace(/(\d{2}:\d{2}):\d{2}(?:\.\d+)?Z?/g, '$1');

function dayOf(text: string, now: Date): Day | undefined {
  const date = dateIn(text, now);
  return date === undefined ? undefined : { date, dayText: dayTextIn(text) };
}

function collectText(text: string, day: Day, now: Date, found: FreeTime[]): void {
  const own = dayOf(text, now) ?? day;
  for (const time of timesIn(plainTimes(text))) found.push({ ...own, time });
}

function collectValue(value: unknown, day: Day, now: Date, found: FreeTime[]): void {
  if (typeof value === 'string') collectText(value, day, now, found);
  if (typeof value !== 'object' || value === null) return;
  const texts = Object.values(value).filter((one) => typeof one === 'string');
  const named = texts.find((text) => dateIn(text, now) && timesIn(plainTimes(text)).length === 0);
  const own = (named && dayOf(named, now)) || day;
  for (const [key, item] of Object.entries(value)) {
    const isEnd = /^(?:end|until|to|endsAt|endTime|closes?)$/i.test(key);
    if (!isEnd) collectValue(item, dayOf(key, now) ?? own, now, found);
  }
}

function collectLines(text: string, now: Date, found: FreeTime[]): void {
  let day = noDay;
  for (const piece of text.split(/\n|[,;](?=\s)|\.\s|\bor\b|\band\b/)) {
    day = dayOf(piece, now) ?? day;
    collectText(piece, day, now, found);
  }
}

function asJson(text: string): object | undefined {
  try {
    const value: unknown = parseShallowJson(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Reads free times from a tool's result, JSON or text; a line's day applies to the times on it and below. */
export function freeTimesIn(text: string, now: Date): FreeTime[] {
  const found: FreeTime[] = [];
  const value = asJson(text);
  if (value) collectValue(value, noDay, now, found);
  else collectLines(text, now, found);
  return [...new Map(found.map((one) => [`${one.date} ${one.time}`, one])).values()];
}

/** "Monday 23 November at 09:30". */
export function spokenTime({ date, time }: FreeTime): string {
  return date ? `${spokenDay(date)} at ${time}` : time;
}

/** "Monday 23 November at 09:00, 10:30 or 14:00; …", at most `limit` times. */
export function spokenTimes(times: readonly FreeTime[], limit = 4): string {
  const byDay = new Map<string | undefined, string[]>();
  for (const { date, time } of times.slice(0, limit)) byDay.set(date, [...(byDay.get(date) ?? []), time]);
  return [...byDay]
    .map(([date, list]) => {
      const last = list.at(-1) ?? '';
      const spoken = list.length > 1 ? `${list.slice(0, -1).join(', ')} or ${last}` : last;
      return date ? `${spokenDay(date)} at ${spoken}` : spoken;
    })
    .join('; ');
}
