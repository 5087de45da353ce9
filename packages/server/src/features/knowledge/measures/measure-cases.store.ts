import type { Updateable } from 'kysely';
import { insertMany } from '../../../platform/db/insert-many.ts';
import type { MeasureCaseTable } from '../../../platform/db/knowledge-measure-tables.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

export type MeasureCaseRow = MeasureCaseTable;

/** Rows of saved questions. */
export function measureCaseStore(db: Database | DatabaseTransaction) {
  const ofStore = ({ workspaceId }: Scope, storeId: string) =>
    db.selectFrom('measure_case').where('workspaceId', '=', workspaceId).where('storeId', '=', storeId);

  return {
    /** Newest first. */
    list: (scope: Scope, storeId: string) =>
      ofStore(scope, storeId).selectAll().orderBy('createdAt', 'desc').orderBy('id').execute(),

    find: (scope: Scope, storeId: string, id: string) =>
      ofStore(scope, storeId).selectAll().where('id', '=', id).executeTakeFirst(),

    async count(scope: Scope, storeId: string): Promise<number> {
      const row = await ofStore(scope, storeId)
        .select((one) => one.fn.countAll<number>().as('count'))
        .executeTakeFirst();
      return Number(row?.count ?? 0);
    },

    insert: (rows: readonly MeasureCaseRow[]) => insertMany(db as Database, 'measure_case', rows),

    async update(scope: Scope, storeId: string, id: string, changes: Updateable<MeasureCaseRow>) {
      await db
        .updateTable('measure_case')
        .set({ ...changes, updatedAt: Date.now() })
        .where('workspaceId', '=', scope.workspaceId)
        .where('storeId', '=', storeId)
        .where('id', '=', id)
        .execute();
    },

    async remove(scope: Scope, storeId: string, ids: readonly string[]): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('measure_case')
        .where('workspaceId', '=', scope.workspaceId)
        .where('storeId', '=', storeId)
        .where('id', 'in', ids)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
