import { sql } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';
import type { IndexPlace } from './index-rows.store.ts';
import { storeIndexStore } from './store-index.store.ts';
import { isTableOf } from './vector-tables.store.ts';

/** Finds and drops tables that nobody needs. */
export function vectorTableRemovals(db: Database) {
  return {
    /** The tables of places that have fewer vectors by now. */
    async small(least: number): Promise<(IndexPlace & { name: string; isReady: 0 | 1 })[]> {
      const { rows } = await sql<IndexPlace & { name: string; isReady: 0 | 1 }>`
        select made."workspaceId", made."storeId", made.embedding, made.name, made."isReady" from vector_table made
        where (select count(*) from vector_code own
          where own."storeId" = made."storeId" and own.embedding = made.embedding) < ${least}`.execute(db);
      return rows;
    },

    /** Questions compare in memory from their next look on; those that have looked go on with the table. */
    retire: (place: IndexPlace): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const isThere = await trx
          .selectFrom('store_index')
          .select('storeId')
          .where('workspaceId', '=', place.workspaceId)
          .where('storeId', '=', place.storeId)
          .executeTakeFirst();
        if (isThere) await storeIndexStore(trx).count(place, place.storeId, false);
        await trx.updateTable('vector_table').set({ isReady: 0 }).where(isTableOf(place)).execute();
      }),

    drop: (place: IndexPlace, name: string): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await trx.deleteFrom('vector_table').where(isTableOf(place)).execute();
        await sql`drop table if exists ${sql.table(name)}`.execute(trx);
      }),

    /** Drops tables that no row names: a backup was restored that knows nothing of them. */
    async dropUnknown(): Promise<void> {
      const { rows } = await sql<{ name: string }>`
        select made.relname as name from pg_class made
        where made.relkind = 'r' and made.relnamespace = current_schema()::regnamespace
          and made.relname ~ '^vector_table_[0-9a-f]{24}$'
          and not exists (select 1 from vector_table where name = made.relname)`.execute(db);
      for (const { name } of rows) await sql`drop table if exists ${sql.table(name)}`.execute(db);
    },
  };
}
