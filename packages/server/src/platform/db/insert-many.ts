import { runKept } from './kept-statement.ts';
import type { Database, DatabaseTransaction, Schema } from './schema.ts';

const maxParameters = 9000;

interface InsertOptions {
  /** Existing rows stay as they are: a commit may have succeeded without confirmation. */
  skipsPresent?: boolean;
}

/** Inserts plain rows that all have the columns of the first; for the hot path. */
export async function insertMany<T extends keyof Schema>(
  db: Database | DatabaseTransaction,
  table: T,
  rows: readonly object[],
  { skipsPresent = false }: InsertOptions = {},
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  const rowsAtOnce = Math.max(1, Math.floor(maxParameters / columns.length));
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const part = rows.slice(start, start + rowsAtOnce) as Record<string, unknown>[];
    const parameters = part.flatMap((row) => columns.map((column) => row[column]));
    const end = skipsPresent ? ' on conflict do nothing' : '';
    const write = (place: () => string) => insertText(table, columns, part.length, place) + end;
    await runKept(db, `insert ${table} ${columns.join()} ${part.length}${end}`, write, parameters);
  }
}

function insertText(table: string, columns: readonly string[], count: number, place: () => string): string {
  const row = () => `(${columns.map(place).join(', ')})`;
  const names = columns.map((column) => `"${column}"`).join(', ');
  return `insert into "${table}" (${names}) values ${Array.from({ length: count }, row).join(', ')}`;
}
