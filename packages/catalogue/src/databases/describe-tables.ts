import { boundedText } from '../tools/bounded-text.ts';
import { sqlName } from './sql-name.ts';
import type { SqlReader, SqlSession } from './sql-reader.ts';

interface TableChoice {
  /** All of them when absent. */
  included: readonly string[] | undefined;
  ignored: readonly string[];
  /** Rows of each that are shown as examples. */
  sampleRows: number;
}

const mostTables = 500;
const mostSamples = 10;

/** The tables that an account may read, with their columns, as a model reads them. */
export async function describeTables(
  session: SqlSession,
  { columns, quote }: SqlReader,
  { included, ignored, sampleRows }: TableChoice,
): Promise<string> {
  const rows = await session.query(columns);
  const tables = Map.groupBy(rows, ({ name }) => String(name));
  const texts: string[] = [];
  for (const [table, fields] of [...tables].slice(0, mostTables)) {
    if (ignored.includes(table) || (included && !included.includes(table))) continue;
    const described = fields.map(({ field, type }) => `${String(field)} ${String(type)}`);
    texts.push(`${table} (${described.join(', ')})`);
    if (sampleRows <= 0 || !/^[\w$]{1,63}$/.test(table)) continue;
    const samples = await session.query(
      `select * from ${sqlName(table, quote)} limit ${Math.min(mostSamples, Math.trunc(sampleRows))}`,
    );
    texts.push(boundedText(samples, 2000));
  }
  return texts.join('\n');
}
