/** One row of a grid parameter, by its columns' fields. */
export type GridRow = Record<string, unknown>;

const isRow = (value: unknown): value is GridRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The rows of a grid's value; anything that is no list of rows is an empty grid. */
export function readRows(value: unknown): GridRow[] {
  if (Array.isArray(value)) return value.filter(isRow);
  if (typeof value !== 'string') return [];
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? parsed.filter(isRow) : [];
  } catch {
    return [];
  }
}

/** Rows as a flow keeps them: JSON text. */
export function writeRows(rows: readonly GridRow[]): string {
  return JSON.stringify(rows);
}
