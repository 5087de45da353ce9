import { createHash } from 'node:crypto';
import type { TableRows } from './table-rows.ts';

/** How many rows a table has, and a number that any difference in one of them changes, whatever their order. */
export interface TableSum {
  rows: number;
  sum: bigint;
}

const wrap = 2n ** 256n;

/** Counts and sums the rows of tables as they pass. */
export async function* sumTables(source: TableRows, sums: Map<string, TableSum>): TableRows {
  for await (const batch of source) {
    const sum = sums.get(batch.table) ?? { rows: 0, sum: 0n };
    sums.set(batch.table, sum);
    for (const row of JSON.parse(batch.rows) as Record<string, unknown>[]) {
      sum.rows += 1;
      sum.sum = (sum.sum + hashOf(row)) % wrap;
    }
    yield batch;
  }
}

/** The tables in which two databases differ. */
export function findDifferences(
  before: ReadonlyMap<string, TableSum>,
  after: ReadonlyMap<string, TableSum>,
): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => {
    const [one, other] = [before.get(name), after.get(name)];
    return one?.rows !== other?.rows || one?.sum !== other?.sum;
  });
}

// By the names of columns: their order differs.
function hashOf(row: Record<string, unknown>): bigint {
  const cells = Object.keys(row)
    .sort()
    .map((name) => [name, row[name] ?? null]);
  return BigInt(`0x${createHash('sha256').update(JSON.stringify(cells)).digest('hex')}`);
}
