import Papa from 'papaparse';

/** What a spreadsheet would take for a formula. */
const formula = /^'(?=[=+\-@\t\r])/;

/** The rows of a CSV file; empty ones are left out. */
export function csvRows(text: string): string[][] {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: 'greedy' });
  return data.map((row) => row.map((cell) => cell.replace(formula, '')));
}

/** Rows as a CSV file that no spreadsheet takes for formulas. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return `${Papa.unparse(rows as string[][], { escapeFormulae: true, newline: '\n' })}\n`;
}
