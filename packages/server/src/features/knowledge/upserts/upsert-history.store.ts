import type { Database, UpsertHistoryTable } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

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
