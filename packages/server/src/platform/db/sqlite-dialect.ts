import {
  type Dialect,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { CommitSync } from './commit-sync.ts';
import { SqliteDriver } from './sqlite-driver.ts';

class EmbeddedAdapter extends SqliteAdapter {
  readonly sync: CommitSync | undefined;
  readonly #driver: SqliteDriver;

  constructor(driver: SqliteDriver, sync: CommitSync | undefined) {
    super();
    this.#driver = driver;
    this.sync = sync;
  }

  /** Runs a statement of the transaction that is open. */
  runInTransaction<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    return this.#driver.runInTransaction<R>(sql, parameters);
  }

  // The stock adapter says no, and then a failed migration stays half applied.
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** The embedded database: one SQLite file at `path`. */
export function sqliteDialect(path: string): Dialect {
  const sync = path === ':memory:' ? undefined : new CommitSync(`${path}-wal`);
  const driver = new SqliteDriver(path, sync);
  return {
    createDriver: () => driver,
    createAdapter: () => new EmbeddedAdapter(driver, sync),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  };
}
