import { CompiledQuery, type QueryResult } from 'kysely';
import type { Database, DatabaseTransaction } from './schema.ts';
import { isPostgres } from './sequence-column.ts';

const texts = new Map<string, string>();

/**
 * Runs a statement whose text is written once per `key` and kept. For the hot path only, where the query builder
 * would build and print the same text for every turn; `write` gets what stands for the next parameter.
 */
export function runKept<R>(
  db: Database | DatabaseTransaction,
  key: string,
  write: (place: () => string) => string,
  parameters: readonly unknown[],
): Promise<QueryResult<R>> {
  const isNumbered = isPostgres(db);
  const fullKey = isNumbered ? `$${key}` : key;
  let text = texts.get(fullKey);
  if (text === undefined) {
    let number = 0;
    text = write(() => {
      number += 1;
      return isNumbered ? `$${number}` : '?';
    });
    // Bursts of events give many numbers of rows: a bound that is never met in practice.
    if (texts.size > 2000) texts.clear();
    texts.set(fullKey, text);
  }
  return db.executeQuery<R>(CompiledQuery.raw(text, [...parameters]));
}
