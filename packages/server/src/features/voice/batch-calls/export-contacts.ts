import type { Database } from '../../../platform/db/schema.ts';
import { type BatchPlace, batchContactStore } from './batch-contacts.store.ts';
import { toContact } from './batch-row.ts';

const exportedAtOnce = 1000;
const mostColumns = 50;

/** Contacts and what became of them, as the lines of a CSV file that no spreadsheet takes for formulas. */
export async function* exportContacts(db: Database, place: BatchPlace): AsyncGenerator<string> {
  const { toCsv } = await import('@tendril/catalogue/text/csv-rows');
  const contacts = batchContactStore(db);
  let after: number | undefined;
  let names: string[] | undefined;
  for (;;) {
    const rows = (await contacts.page(place, { limit: exportedAtOnce, after })).map(toContact);
    // Contacts of a file have the same variables; those of programs may differ.
    if (!names) {
      names = [...new Set(rows.flatMap(({ variables }) => Object.keys(variables)))].slice(0, mostColumns);
      yield toCsv([['phone number', 'time zone', 'state', 'tries', 'error', 'calls', ...names]]);
    }
    if (rows.length === 0) return;
    const columns = names;
    yield toCsv(
      rows.map(({ phoneNumber, timezone, state, attempts, error, callIds, variables }) => [
        ...[phoneNumber, timezone, state, String(attempts), error ?? '', callIds.join(' ')],
        ...columns.map((name) => variables[name] ?? ''),
      ]),
    );
    after = rows.at(-1)?.position;
  }
}
