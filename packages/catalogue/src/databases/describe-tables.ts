import { boundedText } from '../tools/bounded-text.ts';
import { sqlName } from './sql-name.ts';
import type { PostgresSession } from './with-postgres.ts';

interface TableChoice {
  /** All of them when absent. */
  included: readonly string[] | undefined;
  ignored: readonly string[];
  /** Rows of each that are shown as examples. */
  sampleRows: number;
}

const mostSamples = 10;

/** The tables that an account may read, with their columns, as a model reads them. */
export async function describeTables(
  session: PostgresSession,
  { included, ignored, sampleRows }: TableChoice,
): Promise<string> {
  const rows = await session.query(
    `select table_name as name, string_agg(column_name || ' ' || data_type, ', ' order by ordinal_position) as columns
     from information_schema.columns where table_schema = any(current_schemas(false))
     group by table_name order by table_name limit 500`,
  );
  const texts: string[] = [];
  for (const { name, columns } of rows) {
    const table = String(name);
    if (ignored.includes(table) || (included && !included.includes(table))) continue;
    texts.push(`${table} (${String(columns)})`);
    if (sampleRows <= 0 || !/^[\w$]{1,63}$/.test(table)) continue;
    const samples = await session.query(
      `select * from ${sqlName(table)} limit ${Math.min(mostSamples, Math.trunc(sampleRows))}`,
    );
    texts.push(boundedText(samples, 2000));
  }
  return texts.join('\n');
}
