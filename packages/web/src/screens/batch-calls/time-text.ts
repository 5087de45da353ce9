const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** Day and time at which something is to happen. */
export function timeText(at: number): string {
  return format.format(at);
}
