/** A table as CSV (RFC 4180), with a byte order mark so that spreadsheets read it as UTF-8. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

// A spreadsheet would run a cell that begins with one of these as a formula.
const formula = /^[=+\-@\t\r]/;

function cell(value: string): string {
  const safe = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
