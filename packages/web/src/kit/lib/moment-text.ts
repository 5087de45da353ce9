const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** A day and a time of it, to the minute. */
export function momentText(at: number): string {
  return format.format(at);
}
