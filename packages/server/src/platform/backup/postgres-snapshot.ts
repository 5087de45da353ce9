import type pg from 'pg';
import type { BackupWriter } from './backup-writer.ts';
import { orderTables, quoted } from './postgres-tables.ts';

const rowsAtOnce = 500;
const batchBytes = 1024 * 1024;

/** Writes every table as of the start of the current transaction; returns how many there are. */
export async function writeTables(client: pg.Client, writer: BackupWriter): Promise<number> {
  const tables = await orderTables(client);
  for (const table of tables) {
    await writer.write({ kind: 'table', name: table });
    await writeRows(client, table, writer);
  }
  return tables.length;
}

async function writeRows(client: pg.Client, table: string, writer: BackupWriter): Promise<void> {
  let batch: string[] = [];
  let bytes = 0;
  const flush = async () => {
    if (batch.length > 0) await writer.write({ kind: 'rows' }, Buffer.from(`[${batch.join(',')}]`));
    batch = [];
    bytes = 0;
  };
  // The database serializes the rows as JSON itself: every type is restored exactly.
  await client.query(
    `declare rows_of_table no scroll cursor for select row_to_json(t)::text as row from ${quoted(table)} t`,
  );
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${rowsAtOnce} from rows_of_table`);
    for (const { row } of rows) {
      batch.push(row);
      bytes += row.length;
      if (bytes >= batchBytes) await flush();
    }
    if (rows.length < rowsAtOnce) break;
  }
  await flush();
  await client.query('close rows_of_table');
}
