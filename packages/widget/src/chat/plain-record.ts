export type PlainRecord = Readonly<Record<string, unknown>>;

/** A value as an object to read from; empty for anything else. */
export function plainRecord(value: unknown): PlainRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as PlainRecord) : {};
}

/** A value as trimmed text; empty for anything else. */
export function plainText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** The objects of a list; empty for anything else. */
export function plainList(value: unknown): PlainRecord[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : [];
}
