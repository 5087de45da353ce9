export type PlainRecord = Readonly<Record<string, unknown>>;

/** A value as an object to look into; empty for whatever is none. */
export function plainRecord(value: unknown): PlainRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as PlainRecord) : {};
}

/** A value as trimmed text; empty for whatever is none. */
export function plainText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** The objects of a list; empty for whatever is none. */
export function plainList(value: unknown): PlainRecord[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : [];
}
