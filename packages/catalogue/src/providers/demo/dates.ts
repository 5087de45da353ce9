const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const monthPattern = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';

const dayMs = 86_400_000;
const pad = (value: number) => String(value).padStart(2, '0');

/** A day as `2026-11-23`, in UTC. */
export function isoDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

function afterDays(now: Date, days: number): string {
  return isoDay(new Date(now.getTime() + days * dayMs));
}

function monthDay(now: Date, day: number, monthName: string): string | undefined {
  const month = months.indexOf(monthName.slice(0, 3).toLowerCase());
  if (month < 0 || day < 1 || day > 31) return undefined;
  const isOver = month < now.getUTCMonth() || (month === now.getUTCMonth() && day < now.getUTCDate());
  return `${now.getUTCFullYear() + (isOver ? 1 : 0)}-${pad(month + 1)}-${pad(day)}`;
}

/** The day a text names, including "tomorrow" or "next Monday" relative to `now`; undefined when it names none. */
export function dateIn(text: string, now: Date): string | undefined {
  const iso = /\b(\d{4})-(\d{2})-(\d{2})(?!\d)/.exec(text);
  if (iso) return `${iso[1]}-${iso[2]}-${iso[3]}`;
  const dayFirst = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${monthPattern}\\b`, 'i').exec(text);
  if (dayFirst) return monthDay(now, Number(dayFirst[1]), dayFirst[2] ?? '');
  const monthFirst = new RegExp(`\\b${monthPattern} (\\d{1,2})(?:st|nd|rd|th)?\\b`, 'i').exec(text);
  if (monthFirst) return monthDay(now, Number(monthFirst[2]), monthFirst[1] ?? '');
  const dotted = /\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b/.exec(text);
  if (dotted) return `${dotted[3]}-${pad(Number(dotted[2]))}-${pad(Number(dotted[1]))}`;
  if (/\bday after tomorrow\b/i.test(text)) return afterDays(now, 2);
  if (/\btomorrow\b/i.test(text)) return afterDays(now, 1);
  if (/\b(?:today|tonight)\b/i.test(text)) return afterDays(now, 0);
  const named = new RegExp(`\\b(${weekdays.join('|')})\\b`, 'i').exec(text);
  if (named) {
    const distance = (weekdays.indexOf((named[1] ?? '').toLowerCase()) - now.getUTCDay() + 7) % 7;
    return afterDays(now, distance === 0 ? 7 : distance);
  }
  return /\bnext week\b/i.test(text) ? afterDays(now, 7) : undefined;
}

/** The words in which a text names a day: "next Tuesday", "tomorrow", "23 November". */
export function dayTextIn(text: string): string | undefined {
  const named = `day after tomorrow|tomorrow|today|tonight|(?:next |this )?(?:${weekdays.join('|')})`;
  const dated = `\\d{4}-\\d{2}-\\d{2}|\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${monthPattern}|${monthPattern} \\d{1,2}`;
  return new RegExp(`\\b(?:${dated}|${named})\\b`, 'i').exec(text)?.[0];
}

/** The times of day a text names, as `09:30`, in order; "3 pm" is `15:00`. */
export function timesIn(text: string): string[] {
  const found: string[] = [];
  for (const match of text.matchAll(
    /\b(\d{1,2})(?:[:.h](\d{2}))?\s*(am|pm|a\.m\.|p\.m\.|o['’]?clock|uhr)?(?![\w-]|[.:]\d)/gi,
  )) {
    const [, hours = '', minutes, suffix] = match;
    if (minutes === undefined && !suffix) continue;
    let hour = Number(hours);
    if (/^p/i.test(suffix ?? '') && hour < 12) hour += 12;
    if (/^a/i.test(suffix ?? '') && hour === 12) hour = 0;
    if (hour > 23 || Number(minutes ?? 0) > 59) continue;
    found.push(`${pad(hour)}:${minutes ?? '00'}`);
  }
  const at = /\bat (\d{1,2})(?![\w:.-]|\s*(?:am|pm))/i.exec(text);
  // People book in the daytime: "at 3" is in the afternoon.
  if (found.length === 0 && at)
    found.push(`${pad(Number(at[1]) < 7 ? Number(at[1]) + 12 : Number(at[1]))}:00`);
  if (found.length === 0 && /\b(?:noon|midday)\b/i.test(text)) found.push('12:00');
  return found;
}

/** A weekday and day for people: `2026-11-23` is "Monday 23 November". */
export function spokenDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  return new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
    .format(date)
    .replace(',', '');
}
