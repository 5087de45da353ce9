import type { Updateable } from 'kysely';
import type {
  MeasurementResultTable,
  MeasurementTable,
} from '../../../platform/db/knowledge-measure-tables.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

export type MeasurementRow = MeasurementTable;
export type ResultRow = MeasurementResultTable;

/** Rows of measurements and of their questions. */
export function measurementStore(db: Database | DatabaseTransaction) {
  const runs = ({ workspaceId }: Scope) =>
    db.selectFrom('measurement').where('workspaceId', '=', workspaceId);

  return {
    /** Newest first; those of one try of chunkers in the order in which they were asked for. */
    list: (scope: Scope, storeId: string) =>
      runs(scope)
        .selectAll()
        .where('storeId', '=', storeId)
        .orderBy('createdAt', 'desc')
        .orderBy('id')
        .execute(),

    find: (scope: Scope, id: string) => runs(scope).selectAll().where('id', '=', id).executeTakeFirst(),

    /** Those that one job works on, in order. */
    ofJob: (scope: Scope, jobId: string) =>
      runs(scope).selectAll().where('jobId', '=', jobId).orderBy('createdAt', 'desc').execute(),

    insert: (rows: readonly MeasurementRow[]) =>
      db
        .insertInto('measurement')
        .values([...rows])
        .execute(),

    async update(scope: Scope, id: string, changes: Updateable<MeasurementRow>): Promise<void> {
      await db
        .updateTable('measurement')
        .set(changes)
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .execute();
    },

    async remove(scope: Scope, ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return;
      await db
        .deleteFrom('measurement')
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', 'in', ids)
        .execute();
    },

    /** In the order in which they were asked. */
    results: (scope: Scope, measurementId: string) =>
      db
        .selectFrom('measurement_result')
        .selectAll()
        .where('workspaceId', '=', scope.workspaceId)
        .where('measurementId', '=', measurementId)
        .orderBy('position')
        .execute(),

    insertResult: (row: ResultRow) => db.insertInto('measurement_result').values(row).execute(),
  };
}
