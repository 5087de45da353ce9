import type { Updateable } from 'kysely';
import type { OutsideStoreTable } from '../../../platform/db/outside-store-tables.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

export type OutsideStoreRow = OutsideStoreTable;

/** Rows of the vector stores elsewhere that knowledge bases use. */
export function outsideStoreStore(db: Database | DatabaseTransaction) {
  const rows = ({ workspaceId }: Scope) =>
    db.selectFrom('outside_store').selectAll().where('workspaceId', '=', workspaceId);

  return {
    list: (scope: Scope, storeId: string): Promise<OutsideStoreRow[]> =>
      rows(scope).where('storeId', '=', storeId).orderBy('createdAt').orderBy('id').execute(),

    find: (scope: Scope, id: string) => rows(scope).where('id', '=', id).executeTakeFirst(),

    /** The one that questions by this model are asked of. */
    live: (scope: Scope, storeId: string, embedding: string) =>
      rows(scope)
        .where('storeId', '=', storeId)
        .where('state', '=', 'live')
        .where('embedding', '=', embedding)
        .executeTakeFirst(),

    insert: (row: OutsideStoreRow) => db.insertInto('outside_store').values(row).execute(),

    async update(scope: Scope, id: string, changes: Updateable<OutsideStoreRow>): Promise<void> {
      await db
        .updateTable('outside_store')
        .set({ ...changes, updatedAt: Date.now() })
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .execute();
    },

    async remove(scope: Scope, id: string): Promise<void> {
      await db
        .deleteFrom('outside_store')
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .execute();
    },
  };
}
