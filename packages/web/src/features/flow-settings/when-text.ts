const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A moment as lists show it: "31 Jan 2026, 14:05". */
export function whenText(at: string | number): string {
  const moment = new Date(at);
  return Number.isNaN(moment.getTime()) ? '' : format.format(moment);
}
