import { CompiledQuery, type QueryResult } from 'kysely';
import type { Database, DatabaseTransaction } from './schema.ts';
import { isPostgres } from './sequence-column.ts';

const texts = new Map<string, string>();

/**
 * Runs a statement whose text is built once per `key` and cached. For the hot path only, where the query builder would
 * compile the same text for every turn; `write` gets a function that returns the next parameter's placeholder.
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
    // Bursts of events produce many row counts: a bound that is never reached in practice.
    if (texts.size > 2000) texts.clear();
    texts.set(fullKey, text);
  }
  return db.executeQuery<R>(CompiledQuery.raw(text, [...parameters]));
}
