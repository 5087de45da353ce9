import type { ErasureTable } from '../../../platform/db/retention-tables.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

const mostShown = 100;

/** Requests to erase somebody's data, and their receipts. */
export function erasureStore(db: Database | DatabaseTransaction) {
  return {
    async insert(row: ErasureTable): Promise<void> {
      await db.insertInto('erasure').values(row).execute();
    },

    find: ({ workspaceId }: Scope, id: string) =>
      db
        .selectFrom('erasure')
        .selectAll()
        .where('workspaceId', '=', workspaceId)
        .where('id', '=', id)
        .executeTakeFirst(),

    list: ({ workspaceId }: Scope) =>
      db
        .selectFrom('erasure')
        .selectAll()
        .where('workspaceId', '=', workspaceId)
        .orderBy('createdAt', 'desc')
        .limit(mostShown)
        .execute(),

    async end({ workspaceId }: Scope, id: string, { endedAt, counts, hash }: ErasureTable): Promise<void> {
      await db
        .updateTable('erasure')
        .set({ endedAt, counts, hash, sealedSubject: null })
        .where('workspaceId', '=', workspaceId)
        .where('id', '=', id)
        .execute();
    },
  };
}
