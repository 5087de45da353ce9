import { type Kysely, sql } from 'kysely';
import { requestBackfill } from '../backfills/request-backfill.ts';
import type { SchemaMigration } from '../schema-migration.ts';

/** The bytes of events are counted by workspace and day; those that are there already are counted while servers work. */
export const eventBytes: SchemaMigration = {
  isExpanding: true,

  async up(db: Kysely<unknown>): Promise<void> {
    const { rows } = await sql`select 1 from event limit 1`.execute(db);
    if (rows.length > 0) await requestBackfill(db, 'event-bytes', 0);
  },
};
