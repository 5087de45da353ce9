import { CompiledQuery, type QueryResult } from 'kysely';
import type { Database, DatabaseTransaction } from './schema.ts';
import { isPostgres } from './sequence-column.ts';

const texts = new Map<string, string>();
const names = new Map<string, string>();

interface KeptOptions {
  /**
   * On PostgreSQL the statement is parsed and planned once a connection. Only for one whose plan cannot depend on how large
   * its tables are.
   */
  isPrepared?: boolean;
}

/** The name under which a statement is prepared; undefined for most. */
export function preparedName(text: string): string | undefined {
  return names.get(text);
}

/**
 * Runs a statement whose text is built once per `key` and cached. For the hot path only, where the query builder would
 * compile the same text for every turn; `write` gets a function that returns the next parameter's placeholder.
 */
export function runKept<R>(
  db: Database | DatabaseTransaction,
  key: string,
  write: (place: () => string) => string,
  parameters: readonly unknown[],
  { isPrepared = false }: KeptOptions = {},
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
    if (isPrepared && isNumbered && !names.has(text)) names.set(text, `kept_${names.size}`);
  }
  const { adapter } = db.getExecutor();
  if (db.isTransaction && runsDirectly(adapter)) return runAtOnce<R>(adapter, text, parameters);
  return db.executeQuery<R>(CompiledQuery.raw(text, [...parameters]));
}

/** Of a database with a single connection, which a transaction has for itself. */
interface DirectAdapter {
  runInTransaction<R>(sql: string, parameters: readonly unknown[]): QueryResult<R>;
}

function runsDirectly(adapter: object): adapter is DirectAdapter {
  return 'runInTransaction' in adapter;
}

/** Without the query builder's way to the connection, which takes longer than most of these statements. */
async function runAtOnce<R>(
  adapter: DirectAdapter,
  text: string,
  parameters: readonly unknown[],
): Promise<QueryResult<R>> {
  return adapter.runInTransaction<R>(text, parameters);
}
