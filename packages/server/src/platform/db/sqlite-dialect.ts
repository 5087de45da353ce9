import { type Dialect, type Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { SqliteDriver } from './sqlite-driver.ts';

class TransactionalSqliteAdapter extends SqliteAdapter {
  // The stock adapter says no, and then a failed migration stays half applied.
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** The embedded database: one SQLite file at `path`. */
export function sqliteDialect(path: string): Dialect {
  return {
    createDriver: () => new SqliteDriver(path),
    createAdapter: () => new TransactionalSqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  };
}
