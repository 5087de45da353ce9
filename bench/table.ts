/** One measured figure; `goal` says what it is compared with, in words. */
export interface Row {
  name: string;
  value: number;
  unit: string;
  goal?: string;
  isMet?: boolean;
}

export function atMost(name: string, value: number, unit: string, limit: number): Row {
  return { name, value, unit, goal: `at most ${limit}`, isMet: value <= limit };
}

export function atLeast(name: string, value: number, unit: string, limit: number): Row {
  return { name, value, unit, goal: `at least ${limit}`, isMet: value >= limit };
}

function shortNumber(value: number): string {
  if (Number.isNaN(value)) return '-';
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

export function printTable(rows: readonly Row[]): void {
  const width = Math.max(...rows.map((row) => row.name.length));
  for (const row of rows) {
    const mark = row.isMet === undefined ? ' ' : row.isMet ? '✓' : '✗';
    console.log(
      `${row.name.padEnd(width)}  ${shortNumber(row.value).padStart(8)} ${row.unit.padEnd(12)} ${mark} ${row.goal ?? ''}`,
    );
  }
}
