import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { RetellRecordTable } from '../../../platform/db/voice-tables.ts';

/** The most records that a list reads. */
const mostListed = 1000;

/** Records that only clients of Retell's API have. */
export function retellFieldsStore(db: Database, table: 'retell_test_batch' | 'retell_flow_component') {
  return {
    insert: (row: RetellRecordTable) => db.insertInto(table).values(row).execute(),

    find: ({ workspaceId }: Scope, id: string): Promise<RetellRecordTable | undefined> =>
      db
        .selectFrom(table)
        .selectAll()
        .where('workspaceId', '=', workspaceId)
        .where('id', '=', id)
        .executeTakeFirst(),

    /** Newest first. */
    list: ({ workspaceId }: Scope): Promise<RetellRecordTable[]> =>
      db
        .selectFrom(table)
        .selectAll()
        .where('workspaceId', '=', workspaceId)
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(mostListed)
        .execute(),

    update: ({ workspaceId }: Scope, id: string, fields: string, updatedAt: number) =>
      db
        .updateTable(table)
        .set({ fields, updatedAt })
        .where('workspaceId', '=', workspaceId)
        .where('id', '=', id)
        .execute(),

    /** Returns whether it existed. */
    async remove({ workspaceId }: Scope, id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom(table)
        .where('workspaceId', '=', workspaceId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
