import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite';
import { batchRows, type TableRows } from './table-rows.ts';

/** Triggers that only note what is to be indexed; whatever the others keep is among the rows. */
const noting = /_search_/;

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Reads tables of an embedded database, in the given order; those that it does not have are left out. */
export async function* readSqliteTables(path: string, tables: readonly string[]): TableRows {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    for (const table of tables) {
      const columns = columnsOf(database, table);
      if (columns.length === 0) continue;
      const statement = database.prepare(`select * from ${quoted(table)}`);
      yield* batchRows(table, rowsAsJson(statement.iterate()));
    }
  } finally {
    database.close();
  }
}

function* rowsAsJson(rows: Iterable<Record<string, SQLOutputValue>>): Generator<string> {
  for (const row of rows)
    yield JSON.stringify(row, (_name, value: unknown) => {
      if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
      return typeof value === 'string' ? storableText(value) : value;
    });
}

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

/** Fills an empty embedded database of the newest schema, in one transaction. */
export async function fillSqlite(path: string, source: TableRows): Promise<void> {
  const database = new DatabaseSync(path);
  try {
    database.exec('pragma foreign_keys = off; begin immediate');
    const triggers = takeTriggers(database);
    let current = { table: '', insert: (_row: Record<string, unknown>) => {} };
    for await (const { table, rows } of source) {
      if (table !== current.table) current = { table, insert: inserterOf(database, table) };
      for (const row of JSON.parse(rows) as Record<string, unknown>[]) current.insert(row);
    }
    for (const text of triggers) database.exec(text);
    database.exec('commit');
  } finally {
    database.close();
  }
}

/** Drops the triggers, and returns what creates them again. */
function takeTriggers(database: DatabaseSync): string[] {
  const rows = database.prepare("select name, sql from sqlite_master where type = 'trigger'").all();
  const taken = rows.filter(({ name }) => !noting.test(String(name)));
  for (const { name } of taken) database.exec(`drop trigger ${quoted(String(name))}`);
  return taken.map((row) => String(row['sql']));
}

function inserterOf(database: DatabaseSync, table: string): (row: Record<string, unknown>) => void {
  const columns = columnsOf(database, table);
  // What the migrations have put there is among the rows.
  database.exec(`delete from ${quoted(table)}`);
  const places = columns.map(() => '?').join(',');
  const statement = database.prepare(
    `insert into ${quoted(table)} (${columns.map(({ name }) => quoted(name)).join(',')}) values (${places})`,
  );
  return (row) => {
    const values = columns.map(({ name, isBlob }) => toValue(row[name] ?? null, isBlob));
    statement.run(...values);
  };
}

function toValue(value: unknown, isBlob: boolean): SQLInputValue {
  if (isBlob && typeof value === 'string') return Buffer.from(value.slice(2), 'hex');
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value as SQLInputValue;
}

function columnsOf(database: DatabaseSync, table: string): { name: string; isBlob: boolean }[] {
  return database
    .prepare('select name, type from pragma_table_info(?)')
    .all(table)
    .map(({ name, type }) => ({ name: String(name), isBlob: /blob|bytea/i.test(String(type)) }));
}
