import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isPostgres } from './sequence-column.ts';

/** Creates an index while others write, where the database can; a half-built one of an attempt before is replaced. */
export async function createIndexOnline(
  db: Kysely<unknown>,
  name: string,
  on: RawBuilder<unknown>,
): Promise<void> {
  const index = sql.ref(name);
  if (!isPostgres(db) || (await isInTransaction(db))) {
    await sql`create index if not exists ${index} on ${on}`.execute(db);
    return;
  }
  await sql`drop index concurrently if exists ${index}`.execute(db);
  await sql`create index concurrently ${index} on ${on}`.execute(db);
}

/** Also in one that the query builder does not know of: a restore makes the schema on the connection of its own. */
async function isInTransaction(db: Kysely<unknown>): Promise<boolean> {
  if (db.isTransaction) return true;
  // Only the first statement of a transaction begins together with it.
  const { rows } = await sql<{ isOpen: boolean }>`select now() <> statement_timestamp() as "isOpen"`.execute(
    db,
  );
  return rows[0]?.isOpen === true;
}
