import { type OpenHours, type OpenRow, type Weekday, weekdays } from '@tendril/contract/voice/open-hours';
import { phoneNumberTexts } from '../../kit/texts/en/phone-numbers.ts';
import { say } from '../../kit/texts/texts.ts';

/** Open hours in one line: "Mon to Fri, 08:00–18:00". */
export function hoursWords({ rows }: Pick<OpenHours, 'rows'>): string {
  return rows.map((row) => `${daysWords(row)}, ${row.from}–${row.to}`).join(' · ');
}

/** The place of a time zone: "New York" of America/New_York. */
export function placeOf(timezone: string): string {
  return (timezone.split('/').at(-1) ?? timezone).replaceAll('_', ' ');
}

function daysWords({ days }: OpenRow): string {
  if (days.length === 0) return say(phoneNumberTexts, 'noDay');
  if (days.length === weekdays.length) return say(phoneNumberTexts, 'everyDay');
  const runs: Weekday[][] = [];
  for (const day of weekdays.filter((one) => days.includes(one))) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last && weekdays.indexOf(day) === weekdays.indexOf(last) + 1) run.push(day);
    else runs.push([day]);
  }
  const name = (day: Weekday | undefined) => (day ? say(phoneNumberTexts, day) : '');
  return runs
    .map((run) =>
      run.length > 2 ? `${name(run[0])} to ${name(run.at(-1))}` : run.map((day) => name(day)).join(', '),
    )
    .join(', ');
}
