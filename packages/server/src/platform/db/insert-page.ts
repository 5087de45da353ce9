import { insertText } from './insert-many.ts';
import { runKept } from './kept-statement.ts';
import type { Database, DatabaseTransaction, Schema } from './schema.ts';

interface PageOptions<R> {
  /** The columns by which a row is there already: then it stays as it is. */
  unique?: readonly string[];
  /** Columns of the rows that were inserted. */
  returning?: readonly (keyof R & string)[];
}

/**
 * Inserts plain rows in one statement whose text is cached; for the hot path, where they come in pages of the same size.
 * All have the columns of the first.
 */
export async function insertPage<R>(
  db: Database | DatabaseTransaction,
  table: keyof Schema,
  rows: readonly object[],
  { unique, returning }: PageOptions<R> = {},
): Promise<R[]> {
  const [first] = rows as readonly Record<string, unknown>[];
  if (!first) return [];
  const columns = Object.keys(first);
  const conflict = unique ? ` on conflict (${quote(unique)}) do nothing` : '';
  const end = conflict + (returning ? ` returning ${quote(returning)}` : '');
  const into = `insert into "${table}"`;
  const { rows: inserted } = await runKept<R>(
    db,
    `${into} ${columns.join()} ${rows.length}${end}`,
    (place) => insertText(into, columns, rows.length, place) + end,
    (rows as readonly Record<string, unknown>[]).flatMap((row) => columns.map((column) => row[column])),
  );
  return inserted;
}

const quote = (columns: readonly string[]) => columns.map((column) => `"${column}"`).join(', ');
