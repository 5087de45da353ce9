import type { Insertable, Updateable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { isPostgres } from '../../../platform/db/sequence-column.ts';
import type { FlowScheduleTable } from '../../../platform/db/trigger-tables.ts';
import { withoutJob } from '../../../platform/jobs/without-job.ts';

type Db = Database | DatabaseTransaction;
export type ScheduleRow = FlowScheduleTable;

/** A flow whose published version has not been looked at yet. */
interface ChangedFlow extends Scope {
  id: string;
  versionId: string;
}

/** Schedules of a workspace. */
export function flowScheduleStore(db: Db) {
  const one = (scope: Scope, flowId: string) =>
    db
      .selectFrom('flow_schedule')
      .selectAll()
      .where('workspaceId', '=', scope.workspaceId)
      .where('flowId', '=', flowId);

  return {
    find: (scope: Scope, flowId: string): Promise<ScheduleRow | undefined> =>
      one(scope, flowId).executeTakeFirst(),

    /** The same; nobody else writes it before the transaction ends. */
    findLocked: (scope: Scope, flowId: string): Promise<ScheduleRow | undefined> =>
      (isPostgres(db as Database) ? one(scope, flowId).forUpdate() : one(scope, flowId)).executeTakeFirst(),

    async update(scope: Scope, flowId: string, changes: Updateable<FlowScheduleTable>): Promise<void> {
      await db
        .updateTable('flow_schedule')
        .set(changes)
        .where('workspaceId', '=', scope.workspaceId)
        .where('flowId', '=', flowId)
        .execute();
    },

    /** Writes what a published version says; what the owner has set stays, unless it is given. */
    async put(row: Insertable<FlowScheduleTable>): Promise<void> {
      const { flowId: _, workspaceId: __, missed: ___, overlap: ____, ...changes } = row;
      await db
        .insertInto('flow_schedule')
        .values(row)
        .onConflict((conflict) => conflict.column('flowId').doUpdateSet(changes))
        .execute();
    },
  };
}

/** Schedules as those see them who start flows: of every workspace. */
export function scheduleQueue(db: Db) {
  return {
    /** Agent flows that were published since their schedule was read. */
    changed: (limit: number): Promise<ChangedFlow[]> =>
      db
        .selectFrom('flow')
        .leftJoin('flow_schedule as known', 'known.flowId', 'flow.id')
        .select(['flow.id', 'flow.workspaceId', 'flow.publishedVersionId as versionId'])
        .where('flow.type', '=', 'AGENTFLOW')
        .where('flow.publishedVersionId', 'is not', null)
        .where((row) =>
          row.or([
            row('known.versionId', 'is', null),
            row('known.versionId', '<>', row.ref('flow.publishedVersionId')),
          ]),
        )
        .limit(limit)
        .$narrowType<{ versionId: string }>()
        .execute(),

    find: (flowId: string): Promise<ScheduleRow | undefined> =>
      db.selectFrom('flow_schedule').selectAll().where('flowId', '=', flowId).executeTakeFirst(),

    /** Those that have a next time, and no job that waits for it. */
    withoutTimer: (jobKind: string): Promise<ScheduleRow[]> =>
      db
        .selectFrom('flow_schedule')
        .selectAll()
        .where('nextAt', 'is not', null)
        .where(
          withoutJob(
            { table: 'flow_schedule', id: 'flowId', jobColumn: 'key' },
            { states: ['waiting'], kind: jobKind },
          ),
        )
        .execute(),

    /** Moves a schedule on, if it still stands at `from`: of several processes one succeeds. */
    async move({ flowId, nextAt }: ScheduleRow, to: number | null): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('flow_schedule')
        .set({ nextAt: to })
        .where('flowId', '=', flowId)
        .where('nextAt', '=', nextAt)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}
