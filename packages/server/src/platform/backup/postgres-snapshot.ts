import type pg from 'pg';
import type { BackupWriter } from './backup-writer.ts';
import { orderTables, quoted } from './postgres-tables.ts';
import { batchRows, type TableRows } from './table-rows.ts';

const rowsAtOnce = 500;

/** Writes every table as of the start of the current transaction; returns how many there are. */
export async function writeTables(client: pg.Client, writer: BackupWriter): Promise<number> {
  const tables = await orderTables(client);
  for (const table of tables) {
    await writer.write({ kind: 'table', name: table });
    for await (const { rows } of batchRows(table, readRows(client, table)))
      await writer.write({ kind: 'rows' }, Buffer.from(rows));
  }
  return tables.length;
}

/** The rows of tables as of the start of the current transaction. */
export async function* readPostgresTables(client: pg.Client, tables: readonly string[]): TableRows {
  for (const table of tables) yield* batchRows(table, readRows(client, table));
}

// The database serializes the rows as JSON itself: every type is restored exactly.
async function* readRows(client: pg.Client, table: string): AsyncGenerator<string> {
  await client.query(
    `declare rows_of_table no scroll cursor for select row_to_json(t)::text as row from ${quoted(table)} t`,
  );
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${rowsAtOnce} from rows_of_table`);
    for (const { row } of rows) yield row;
    if (rows.length < rowsAtOnce) break;
  }
  await client.query('close rows_of_table');
}
