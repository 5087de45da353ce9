import { readRecords } from './backup-reader.ts';

/** Rows of tables, each table after those that its rows refer to. */
export type TableRows = AsyncIterable<TableBatch>;

interface TableBatch {
  table: string;
  /** A JSON array of objects, by column; bytes as PostgreSQL writes them, `\x0a`. */
  rows: string;
}

const rowsAtOnce = 500;
const bytesAtOnce = 1024 * 1024;

/** The tables of a backup of PostgreSQL. */
export async function* readBackupTables(path: string): TableRows {
  let table = '';
  for await (const { head, body } of readRecords(path)) {
    if (head.kind === 'table') table = head.name;
    else if (head.kind === 'rows') yield { table, rows: body.toString('utf8') };
  }
}

/** Joins rows, each as JSON, to batches that fit into memory. */
export async function* batchRows(table: string, rows: Iterable<string> | AsyncIterable<string>): TableRows {
  let batch: string[] = [];
  let bytes = 0;
  for await (const row of rows) {
    batch.push(row);
    bytes += row.length;
    if (batch.length < rowsAtOnce && bytes < bytesAtOnce) continue;
    yield { table, rows: `[${batch.join(',')}]` };
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield { table, rows: `[${batch.join(',')}]` };
}
