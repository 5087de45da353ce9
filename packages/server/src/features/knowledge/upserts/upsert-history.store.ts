import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { UpsertHistoryTable } from '../../../platform/db/upsert-tables.ts';

interface HistoryFilter {
  order: 'ASC' | 'DESC';
  from?: number | undefined;
  until?: number | undefined;
}

const mostRows = 1000;

/** When a flow's stores were filled. */
export function upsertHistoryStore(db: Database) {
  return {
    async insert(row: UpsertHistoryTable): Promise<void> {
      await db.insertInto('upsert_history').values(row).execute();
    },

    list({ workspaceId }: Scope, flowId: string, { order, from, until }: HistoryFilter) {
      let rows = db
        .selectFrom('upsert_history')
        .selectAll()
        .where('workspaceId', '=', workspaceId)
        .where('flowId', '=', flowId);
      if (from !== undefined) rows = rows.where('createdAt', '>=', from);
      if (until !== undefined) rows = rows.where('createdAt', '<=', until);
      return rows
        .orderBy('createdAt', order === 'ASC' ? 'asc' : 'desc')
        .orderBy('id')
        .limit(mostRows)
        .execute();
    },

    /** Those that everybody who may use them reads whole. */
    async openStores({ workspaceId }: Scope, storeIds: readonly string[]): Promise<ReadonlySet<string>> {
      if (storeIds.length === 0) return new Set();
      const rows = await db
        .selectFrom('document_store')
        .select('id')
        .where('workspaceId', '=', workspaceId)
        .where('id', 'in', storeIds)
        .where('audience', '=', 'open')
        .execute();
      return new Set(rows.map(({ id }) => id));
    },

    async countOf({ workspaceId }: Scope, ids: readonly string[]): Promise<number> {
      const row = await db
        .selectFrom('upsert_history')
        .select((history) => history.fn.countAll<number>().as('count'))
        .where('workspaceId', '=', workspaceId)
        .where('id', 'in', ids)
        .executeTakeFirst();
      return Number(row?.count ?? 0);
    },

    async remove({ workspaceId }: Scope, ids: readonly string[]): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('upsert_history')
        .where('workspaceId', '=', workspaceId)
        .where('id', 'in', ids)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
