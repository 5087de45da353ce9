import type { CaseState } from '@tendril/contract/api/knowledge-measures';
import { sql, type Updateable } from 'kysely';
import { insertMany } from '../../../platform/db/insert-many.ts';
import type { MeasureCaseTable } from '../../../platform/db/knowledge-measure-tables.ts';
import type { PagePlace } from '../../../platform/db/page-place.ts';
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

    /** In the order of `list`. */
    async page(
      scope: Scope,
      storeId: string,
      { state, after, limit }: { state: CaseState; after: PagePlace | undefined; limit: number },
    ): Promise<MeasureCaseRow[]> {
      let rows = ofStore(scope, storeId).selectAll();
      if (state === 'unconfirmed') rows = rows.where('isConfirmed', '=', 0);
      if (after) {
        const { at, id } = after;
        rows = rows.where(({ and, eb, or }) =>
          or([eb('createdAt', '<', at), and([eb('createdAt', '=', at), eb('id', '>', id)])]),
        );
      }
      return rows.orderBy('createdAt', 'desc').orderBy('id').limit(limit).execute();
    },

    /** How many there are, how many are open, and how many a measurement asks. */
    async counts(scope: Scope, storeId: string) {
      const { all, unconfirmed, countable } = await ofStore(scope, storeId)
        .select([
          sql<number>`count(*)`.as('all'),
          sql<number>`count(case when "isConfirmed" = 0 then 1 end)`.as('unconfirmed'),
          sql<number>`count(case when "isConfirmed" = 1 and expected <> '[]' then 1 end)`.as('countable'),
        ])
        .executeTakeFirstOrThrow();
      return { all: Number(all), unconfirmed: Number(unconfirmed), countable: Number(countable) };
    },

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
