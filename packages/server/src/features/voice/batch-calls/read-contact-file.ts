import {
  type ContactFilePreview,
  type ContactFileProblem,
  mostContactColumns,
  mostContacts,
  mostValueLength,
} from '@tendril/contract/api/batch-calls';
import { AppError } from '@tendril/contract/app-error';
import { findNumberColumn, plainColumn } from '@tendril/contract/voice/number-column';
import { isTimeZone } from '@tendril/contract/voice/open-hours';
import { e164Pattern } from '@tendril/contract/voice/phone-number';
import { writtenNumber } from '@tendril/contract/voice/written-number';

/** Why a valid number is not called; undefined where it may be. */
export type CheckNumber = (phoneNumber: string) => Promise<string | undefined>;

interface ReadOptions {
  phoneColumn?: string | undefined;
  timezone: string;
  check: CheckNumber;
}

/** A row of the file that can be called. */
type FileContact = ContactFilePreview['sample'][number];

interface ContactFile
  extends Pick<ContactFilePreview, 'columns' | 'phoneColumn' | 'timezoneColumn' | 'rows'> {
  contacts: FileContact[];
  duplicates: number;
  faulty: number;
  problems: ContactFileProblem[];
}

const mostProblems = 100;
/** Checking numbers takes time: others get their turn in between. */
const checkedAtOnce = 200;
const namePattern = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/;
const unsafeNames: ReadonlySet<string> = new Set(['__proto__']);

/** Takes a CSV file of contacts apart. Throws INVALID_INPUT and TOO_LARGE for what concerns the file as a whole. */
export async function readContactFile(csv: string, options: ReadOptions): Promise<ContactFile> {
  const { readCsvTable } = await import('@tendril/catalogue/text/csv-table');
  const { columns, rows } = readCsvTable(csv, {
    mostRows: mostContacts,
    mostColumns: mostContactColumns,
    rowsAre: 'contacts',
  });
  checkColumns(columns);
  const phoneAt = phoneColumnAt(columns, options.phoneColumn);
  const zoneAt = columns.findIndex((name) => plainColumn(name).replace(' ', '') === 'timezone');
  const phoneColumn = columns[phoneAt] ?? '';
  const file: ContactFile = {
    ...{ columns, phoneColumn, timezoneColumn: columns[zoneAt] ?? null, rows: rows.length },
    ...{ contacts: [], duplicates: 0, faulty: 0, problems: [] },
  };
  const seen = new Set<string>();
  for (const [count, { line, cells }] of rows.entries()) {
    if (count % checkedAtOnce === 0) await new Promise((resolve) => setImmediate(resolve));
    const read = await readRow({ columns, phoneAt, zoneAt, cells, ...options });
    if (read.problems.length > 0) {
      file.faulty += 1;
      const left = mostProblems - file.problems.length;
      file.problems.push(...read.problems.slice(0, left).map((one) => ({ line, ...one })));
    } else if (seen.has(read.phoneNumber)) file.duplicates += 1;
    else {
      seen.add(read.phoneNumber);
      file.contacts.push({ line, ...read });
    }
  }
  return file;
}

function checkColumns(columns: readonly string[]): void {
  const seen = new Set<string>();
  for (const [at, column] of columns.entries()) {
    const where = `Column ${at + 1}`;
    const name = variableName(column);
    if (!namePattern.test(name) || unsafeNames.has(name))
      throw new AppError(
        'INVALID_INPUT',
        `${where} needs a name of A to Z, digits, spaces, ".", "_" and "-" that begins with a letter, of 64 characters at most.`,
      );
    if (seen.has(name))
      throw new AppError('INVALID_INPUT', `${where} has the name of an earlier one: ${name}.`);
    seen.add(name);
  }
}

/** Placeholders have no spaces: "First name" fills {{First_name}}. */
function variableName(column: string): string {
  return column.replaceAll(/\s+/g, '_');
}

function phoneColumnAt(columns: readonly string[], wanted: string | undefined): number {
  const at = wanted === undefined ? findNumberColumn(columns) : columns.indexOf(wanted.trim());
  if (at !== -1) return at;
  const path = 'phoneColumn';
  const message =
    wanted === undefined
      ? 'no column is called "phone number"; say which one has the numbers'
      : 'is not a column of this file';
  throw new AppError('INVALID_INPUT', `${path}: ${message}`, { details: [{ path, message }] });
}

interface RowParts extends ReadOptions {
  columns: readonly string[];
  phoneAt: number;
  zoneAt: number;
  cells: readonly string[];
}

async function readRow({ columns, phoneAt, zoneAt, cells, timezone, check }: RowParts) {
  const problems: Omit<ContactFileProblem, 'line'>[] = [];
  const note = (at: number, message: string) => problems.push({ column: columns[at] ?? '', message });
  const phoneNumber = writtenNumber(cells[phoneAt] ?? '');
  const zone = (zoneAt === -1 ? '' : cells[zoneAt]) || timezone;
  const fault = await numberFault(phoneNumber, check);
  if (fault !== undefined) note(phoneAt, fault);
  if (!isTimeZone(zone)) note(zoneAt, 'must be a time zone such as Europe/Berlin');
  if (cells.length > columns.length) note(columns.length, 'has more cells than the first line');
  const variables: Record<string, string> = {};
  for (const [at, name] of columns.entries()) {
    const value = cells[at] ?? '';
    if (at === phoneAt || at === zoneAt || value === '') continue;
    if (value.length > mostValueLength) note(at, `must have at most ${mostValueLength} characters`);
    else variables[variableName(name)] = value.replaceAll('\0', '').toWellFormed();
  }
  return { phoneNumber, timezone: zone, variables, problems };
}

async function numberFault(phoneNumber: string, check: CheckNumber): Promise<string | undefined> {
  if (phoneNumber === '') return 'is empty';
  if (!phoneNumber.startsWith('+')) return 'needs the country code, such as +12025550123';
  if (!e164Pattern.test(phoneNumber)) return 'is not a telephone number';
  return check(phoneNumber);
}
