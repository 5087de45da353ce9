import { type Kysely, sql } from 'kysely';
import { requestBackfill } from '../backfills/request-backfill.ts';
import { createEventParts, mirrorEvents, takePartsAsEvents } from '../event-partitions/event-parts.ts';
import type { SchemaMigration } from '../schema-migration.ts';
import { isPostgres } from '../sequence-column.ts';

type Db = Kysely<unknown>;

/**
 * On PostgreSQL events are in a table a week, which is dropped as a whole. Those that are there already are moved while
 * servers work; to these, and to the release before, it is the same table.
 */
export const eventPartitions: SchemaMigration = {
  isExpanding: true,
  async up(db: Db): Promise<void> {
    await db.schema
      .createTable('backfill')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('cursor', 'text')
      .addColumn('done', 'bigint', (column) => column.notNull())
      .addColumn('total', 'bigint', (column) => column.notNull())
      .addColumn('error', 'text')
      .addColumn('startedAt', 'bigint', (column) => column.notNull())
      .addColumn('updatedAt', 'bigint', (column) => column.notNull())
      .execute();
    if (!isPostgres(db)) return;
    await createEventParts(db);
    await mirrorEvents(db);
    const { rows } = await sql`select 1 from event limit 1`.execute(db);
    if (rows.length === 0) return takePartsAsEvents(db);
    await requestBackfill(db, 'event-partitions', await estimateEvents(db));
  },
};

/** Counting them all would take as long as copying many. */
async function estimateEvents(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select greatest(reltuples, 0)::bigint as count
    from pg_class where oid = to_regclass('event')`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
