import { type CreateTableBuilder, type Kysely, PostgresAdapter } from 'kysely';

/** Whether `db` is PostgreSQL; for the few statements that differ between the two databases. */
export function isPostgres<S>(db: Kysely<S>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** Adds `seq`, an auto-incrementing primary key that is never reused. */
export function addSequence(
  db: Kysely<unknown>,
  table: CreateTableBuilder<string, string>,
): CreateTableBuilder<string, string> {
  return isPostgres(db)
    ? table.addColumn('seq', 'bigint', (column) => column.generatedByDefaultAsIdentity().primaryKey())
    : table.addColumn('seq', 'integer', (column) => column.autoIncrement().primaryKey());
}
