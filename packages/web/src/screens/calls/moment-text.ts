const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** Day and time of a call. */
export function momentText(at: number): string {
  return format.format(at);
}
