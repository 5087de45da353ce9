import { type Kysely, sql } from 'kysely';
import { createIndexOnline } from '../create-index-online.ts';
import type { SchemaMigration } from '../schema-migration.ts';
import { isPostgres } from '../sequence-column.ts';

type Db = Kysely<unknown>;

/**
 * Every turn writes to each index of its tables, so those that find nothing others do not find are left out. Runs under
 * way are found by the index of their owners; and PostgreSQL's search by text gets no entry for a text that is not there:
 * most messages have no email, and no run has an answer when it begins.
 */
export const leanIndexes: SchemaMigration = {
  isOnline: true,
  isExpanding: true,

  async up(db: Db): Promise<void> {
    await sql`drop index if exists run_unfinished`.execute(db);
    if (!isPostgres(db)) return;
    await replaceBySparse(db, 'chat_message', 'leadEmail', 'message_search_leademail');
    await replaceBySparse(db, 'run', 'answer', 'run_search_answer');
  },
};

/** The old one goes when the new one is there: a search has one of them at any time. */
async function replaceBySparse(db: Db, table: string, text: string, old: string): Promise<void> {
  const { rows } = await sql`select 1 from pg_class where oid = to_regclass(${old})`.execute(db);
  // There is none where PostgreSQL does not offer its extension.
  if (rows.length === 0) return;
  const column = sql.ref(text);
  await createIndexOnline(
    db,
    `${old}_given`,
    sql`${sql.ref(table)} using gin (lower(${column}) gin_trgm_ops) where ${column} is not null`,
  );
  await sql`drop index if exists ${sql.ref(old)}`.execute(db);
}
