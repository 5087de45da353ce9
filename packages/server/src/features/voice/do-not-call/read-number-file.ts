import { mostImportedNumbers } from '@tendril/contract/api/do-not-call';
import { AppError, type ErrorDetail } from '@tendril/contract/app-error';
import { findNumberColumn, plainColumn } from '@tendril/contract/voice/number-column';
import { e164Pattern } from '@tendril/contract/voice/phone-number';
import { writtenNumber } from '@tendril/contract/voice/written-number';

interface ListedNumber {
  phoneNumber: string;
  note: string;
}

const mostColumns = 50;
const mostProblems = 20;
const mostNoteLength = 500;

/** The numbers of a CSV file, each once. Throws INVALID_INPUT naming the lines that have none. */
export async function readNumberFile(csv: string): Promise<ListedNumber[]> {
  const { readCsvTable } = await import('@tendril/catalogue/text/csv-table');
  const { columns, rows } = readCsvTable(csv, {
    mostColumns,
    mostRows: mostImportedNumbers,
    rowsAre: 'numbers',
  });
  const numberAt = columns.length === 1 ? 0 : findNumberColumn(columns);
  if (numberAt === -1)
    throw new AppError('INVALID_INPUT', 'The file has to have a column called "phone number".');
  const noteAt = columns.findIndex((name) => plainColumn(name) === 'note');
  const found = new Map<string, ListedNumber>();
  const details: ErrorDetail[] = [];
  // A file of nothing but numbers has no names of columns.
  const first = writtenNumber(columns[numberAt] ?? '');
  const given = e164Pattern.test(first) ? [{ line: 1, cells: columns }, ...rows] : rows;
  for (const { line, cells } of given) {
    const phoneNumber = writtenNumber(cells[numberAt] ?? '');
    const note = (cells[noteAt] ?? '').replaceAll('\0', '').slice(0, mostNoteLength).toWellFormed();
    if (e164Pattern.test(phoneNumber)) found.set(phoneNumber, { phoneNumber, note });
    else
      details.push({
        path: `csv.${line}`,
        message: 'needs a number with its country code, such as +12025550123',
      });
  }
  const [problem] = details;
  if (problem)
    throw new AppError('INVALID_INPUT', `Line ${problem.path.slice(4)} ${problem.message}.`, {
      details: details.slice(0, mostProblems),
    });
  if (found.size === 0) throw new AppError('INVALID_INPUT', 'The file has no numbers.');
  return [...found.values()];
}
