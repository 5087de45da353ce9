/** A moment in a time zone, with the zone's short name: "Mon, 2 Mar 2026, 09:00 CET". */
export function zonedText(at: number, timeZone: string | undefined): string {
  const shown = {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
  } as const;
  return new Intl.DateTimeFormat(undefined, {
    ...shown,
    minute: '2-digit',
    timeZoneName: 'short',
    ...(timeZone !== undefined && { timeZone }),
  }).format(at);
}
