/** What a column of telephone numbers is called, in the order of preference. */
const names = [
  'phone number',
  'phone',
  'to number',
  'number',
  'telephone',
  'telephone number',
  'mobile',
  'mobile number',
  'cell',
  'to',
] as const;

/** The name of a column without what only spelling adds. */
export function plainColumn(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');
}

/** The place of the column that holds telephone numbers, by its name; -1 where none is called so. */
export function findNumberColumn(columns: readonly string[]): number {
  const plain = columns.map(plainColumn);
  for (const name of names) {
    const at = plain.indexOf(name);
    if (at !== -1) return at;
  }
  return -1;
}
