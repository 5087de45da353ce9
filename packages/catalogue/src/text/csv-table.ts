import { AppError } from '@tendril/contract/app-error';
import Papa from 'papaparse';

interface CsvTable {
  /** The names of the columns, as the first line has them. */
  columns: string[];
  /** Each with its cells, and the number that a spreadsheet shows beside it. */
  rows: { line: number; cells: string[] }[];
}

interface CsvLimits {
  mostRows: number;
  mostColumns: number;
  /** What a row is, for the sentence of a refusal: "contacts". */
  rowsAre: string;
}

/** What a spreadsheet was kept from taking for a formula. */
const guarded = /^'(?=[=+\-@\t\r])/;

/**
 * A CSV file whose first line names its columns. Throws TOO_LARGE for one with more rows or columns than allowed, before
 * it is taken apart, and INVALID_INPUT for one without columns.
 */
export function readCsvTable(given: string, limits: CsvLimits): CsvTable {
  const text = given.replace(/^\uFEFF/, '');
  const delimiter = delimiterOf(text);
  refuseLarge(text, delimiter, limits);
  const { data } = Papa.parse<string[]>(text, { delimiter });
  const columns = (data[0] ?? []).map((name) => name.trim());
  if (columns.every((name) => name === ''))
    throw new AppError('INVALID_INPUT', 'The first line of the file has to name its columns.');
  const rows = data
    .slice(1)
    .map((cells, at) => ({ line: at + 2, cells: cells.map((cell) => cell.trim().replace(guarded, '')) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  return { columns, rows };
}

const delimiters = [',', ';', '\t', '|'] as const;

/** What separates the names of the columns. */
function delimiterOf(text: string): string {
  const end = text.indexOf('\n');
  const names = text.slice(0, end === -1 ? text.length : end);
  const [most] = delimiters
    .map((mark) => ({ mark, count: names.split(mark).length }))
    .sort((one, other) => other.count - one.count);
  return most?.mark ?? ',';
}

const newline = '\n'.charCodeAt(0);
const quote = '"'.charCodeAt(0);
const blank = ' '.charCodeAt(0);

/** A million rows, or a row of a million cells, would keep the process busy for seconds: they are only counted. */
function refuseLarge(text: string, delimiter: string, { mostRows, mostColumns, rowsAre }: CsvLimits): void {
  const mark = delimiter.charCodeAt(0);
  let line = 1;
  let rows = 0;
  let cells = 1;
  let isQuoted = false;
  let isEmpty = true;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) isQuoted = !isQuoted;
    else if (code === newline && !isQuoted) {
      line += 1;
      cells = 1;
      isEmpty = true;
    } else if (code === mark && !isQuoted) {
      cells += 1;
      if (cells > mostColumns)
        throw new AppError(
          'TOO_LARGE',
          `Line ${line} has too many columns; a file can have up to ${mostColumns}.`,
        );
    } else if (isEmpty && code > blank) {
      isEmpty = false;
      if (line > 1) rows += 1;
      if (rows > mostRows)
        throw new AppError(
          'TOO_LARGE',
          `A file can have up to ${mostRows.toLocaleString('en')} ${rowsAre}. Split this one into several.`,
        );
    }
  }
}
