import { sql } from 'kysely';
import type { StoreIndexTable } from '../../../platform/db/knowledge-index-tables.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

/** What of a knowledge base can be found, in which state. */
export type StoreIndexState = Pick<StoreIndexTable, 'revision' | 'turnover' | 'liveEmbedding' | 'liveConfig'>;

const nothing: StoreIndexState = { revision: 0, turnover: 0, liveEmbedding: null, liveConfig: null };

/** Which vectors of a knowledge base are live, and how often what can be found has changed. */
export function storeIndexStore(db: Database | DatabaseTransaction) {
  return {
    async find(scope: Scope, storeId: string): Promise<StoreIndexState> {
      const row = await db
        .selectFrom('store_index')
        .select(['revision', 'turnover', 'liveEmbedding', 'liveConfig'])
        .where('workspaceId', '=', scope.workspaceId)
        .where('storeId', '=', storeId)
        .executeTakeFirst();
      return row ?? nothing;
    },

    /**
     * Counts a change, first thing in its transaction: those of one knowledge base then commit in the order of their
     * rows' numbers. `isTurnover`: texts have gone, or others are current.
     */
    async count({ workspaceId }: Scope, storeId: string, isTurnover: boolean): Promise<void> {
      const by = isTurnover ? 1 : 0;
      await db
        .insertInto('store_index')
        .values({ storeId, workspaceId, revision: 1, turnover: by, liveEmbedding: null, liveConfig: null })
        .onConflict((conflict) =>
          conflict.column('storeId').doUpdateSet({
            revision: sql`store_index.revision + 1`,
            turnover: sql`store_index.turnover + ${sql.lit(by)}`,
          }),
        )
        .execute();
    },

    /** Questions are made with this model from now on; null: with whichever is configured. */
    async setLive(
      scope: Scope,
      storeId: string,
      live: { embedding: string; config: string | null } | null,
    ): Promise<void> {
      await db
        .updateTable('store_index')
        .set({ liveEmbedding: live?.embedding ?? null, liveConfig: live?.config ?? null })
        .where('workspaceId', '=', scope.workspaceId)
        .where('storeId', '=', storeId)
        .execute();
    },
  };
}
