import { runKept } from './kept-statement.ts';
import type { Database, DatabaseTransaction, Schema } from './schema.ts';
import { isPostgres } from './sequence-column.ts';

const mostRowsAtOnce = 64;

type Row = Record<string, unknown>;

interface InsertOptions {
  /** Existing rows stay as they are: a commit may have succeeded without confirmation. */
  skipsPresent?: boolean;
  /**
   * A row that is refused leaves those before it to the end of the transaction, which fails: the embedded database need
   * not note what every statement changes. Only for a table without triggers, whose own rules this would replace.
   */
  leavesUndo?: boolean;
}

/** Inserts plain rows that all have the columns of the first; for the hot path. */
export async function insertMany<T extends keyof Schema>(
  db: Database | DatabaseTransaction,
  table: T,
  rows: readonly object[],
  { skipsPresent = false, leavesUndo = false }: InsertOptions = {},
): Promise<void> {
  const [first] = rows as readonly Row[];
  if (!first) return;
  const columns = Object.keys(first);
  const end = skipsPresent ? ' on conflict do nothing' : '';
  const isOnPostgres = isPostgres(db);
  if (isOnPostgres && !hasBytes(first)) return insertRecords(db, table, rows as readonly Row[], columns, end);
  const verb = leavesUndo && db.isTransaction && !isOnPostgres ? 'insert or fail' : 'insert';
  await insertValues(db, `${verb} into "${table}"`, rows as readonly Row[], columns, end);
}

const hasBytes = (row: Row) => Object.values(row).some((value) => value instanceof Uint8Array);

const quote = (columns: readonly string[]) => columns.map((column) => `"${column}"`).join(', ');

/** One statement, of the same text however many rows there are. */
async function insertRecords(
  db: Database | DatabaseTransaction,
  table: string,
  rows: readonly Row[],
  columns: readonly string[],
  end: string,
): Promise<void> {
  const names = quote(columns);
  const write = (place: () => string) =>
    `insert into "${table}" (${names}) select ${names} from ${recordsOf(table, place())}${end}`;
  await runKept(db, `insert records ${table} ${columns.join()}${end}`, write, [toRecords(rows)], {
    isPrepared: true,
  });
}

/** On PostgreSQL: rows of a table out of the parameter that `toRecords` has made. */
export function recordsOf(table: string, place: string): string {
  return `json_populate_recordset(null::"${table}", ${place}::json)`;
}

/** Rows as one parameter. Half a character, which JSON would keep and the database refuses, is replaced as elsewhere. */
export function toRecords(rows: readonly object[]): string {
  const text = JSON.stringify(rows);
  if (!/\\ud[89a-f]/.test(text)) return text;
  return JSON.stringify(rows, (_key, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  );
}

/** Statements of 64, 32, 16 … rows: few texts, so that each is prepared once. */
async function insertValues(
  db: Database | DatabaseTransaction,
  into: string,
  rows: readonly Row[],
  columns: readonly string[],
  end: string,
): Promise<void> {
  let start = 0;
  while (start < rows.length) {
    const count = Math.min(mostRowsAtOnce, 2 ** Math.floor(Math.log2(rows.length - start)));
    // Of its final length from the start: one that grows is copied several times.
    const parameters = new Array<unknown>(count * columns.length);
    let next = 0;
    for (let at = start; at < start + count; at += 1)
      for (const column of columns) {
        parameters[next] = rows[at]?.[column];
        next += 1;
      }
    const write = (place: () => string) => insertText(into, columns, count, place) + end;
    await runKept(db, `${into} ${columns.join()} ${count}${end}`, write, parameters);
    start += count;
  }
}

/** The text of a statement that inserts so many rows. */
export function insertText(
  into: string,
  columns: readonly string[],
  count: number,
  place: () => string,
): string {
  const row = () => `(${columns.map(place).join(', ')})`;
  return `${into} (${quote(columns)}) values ${Array.from({ length: count }, row).join(', ')}`;
}
