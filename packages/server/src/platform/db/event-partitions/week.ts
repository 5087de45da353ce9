const dayMs = 86_400_000;
/** The time that one partition covers. */
export const weekMs = 7 * dayMs;
// The epoch was a Thursday; weeks begin on Mondays, in UTC.
const firstMonday = 4 * dayMs;

/** The beginning of the week of a moment. */
export function weekOf(at: number): number {
  return Math.floor((at - firstMonday) / weekMs) * weekMs + firstMonday;
}

/** The name of a week's table: `event_w20261116`. */
export function weekTable(start: number): string {
  return `event_w${new Date(start).toISOString().slice(0, 10).replaceAll('-', '')}`;
}

/** The week that a table is of; undefined for any other table. */
export function weekOfTable(name: string): number | undefined {
  const [, year, month, day] = /^event_w(\d{4})(\d\d)(\d\d)$/.exec(name) ?? [];
  return year === undefined ? undefined : Date.parse(`${year}-${month}-${day}T00:00:00Z`);
}
