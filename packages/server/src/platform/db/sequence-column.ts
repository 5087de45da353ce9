import { type CreateTableBuilder, type Kysely, PostgresAdapter } from 'kysely';

/** Whether `db` is PostgreSQL; for the few words the two databases spell differently. */
export function isPostgres<S>(db: Kysely<S>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** Adds `seq`, a primary key that the database counts up and never uses twice. */
export function addSequence(
  db: Kysely<unknown>,
  table: CreateTableBuilder<string, string>,
): CreateTableBuilder<string, string> {
  return isPostgres(db)
    ? table.addColumn('seq', 'bigint', (column) => column.generatedByDefaultAsIdentity().primaryKey())
    : table.addColumn('seq', 'integer', (column) => column.autoIncrement().primaryKey());
}
