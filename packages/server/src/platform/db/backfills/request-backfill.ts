import { type Kysely, sql } from 'kysely';

/** For a migration: leaves the rows that are there to a backfill. */
export async function requestBackfill(db: Kysely<unknown>, name: string, total: number): Promise<void> {
  const now = Date.now();
  await sql`insert into backfill (name, state, done, total, "startedAt", "updatedAt")
    values (${name}, 'open', 0, ${total}, ${now}, ${now}) on conflict do nothing`.execute(db);
}
