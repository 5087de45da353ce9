import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

const mostShown = 100;

/** Runs and calls that are kept whatever their age. */
export function keptRecordStore(db: Database | DatabaseTransaction) {
  return {
    list: ({ workspaceId }: Scope) =>
      db
        .selectFrom('kept_record')
        .select(['kind', 'id', 'name', 'createdAt'])
        .where('workspaceId', '=', workspaceId)
        .orderBy('createdAt', 'desc')
        .limit(mostShown)
        .execute(),

    async keep({ workspaceId }: Scope, kind: 'run' | 'call', id: string, name: string): Promise<void> {
      await db
        .insertInto('kept_record')
        .values({ workspaceId, kind, id, name, createdAt: Date.now() })
        .onConflict((conflict) => conflict.columns(['workspaceId', 'kind', 'id']).doUpdateSet({ name }))
        .execute();
    },

    async release({ workspaceId }: Scope, kind: 'run' | 'call', id: string): Promise<void> {
      await db
        .deleteFrom('kept_record')
        .where('workspaceId', '=', workspaceId)
        .where('kind', '=', kind)
        .where('id', '=', id)
        .execute();
    },

    async exists({ workspaceId }: Scope, kind: 'run' | 'call', id: string): Promise<boolean> {
      const found = await db
        .selectFrom(kind)
        .select('id')
        .where('workspaceId', '=', workspaceId)
        .where('id', '=', id)
        .executeTakeFirst();
      return found !== undefined;
    },
  };
}
