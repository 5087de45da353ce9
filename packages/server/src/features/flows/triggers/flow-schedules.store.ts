import type { Insertable, Updateable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { FlowScheduleTable } from '../../../platform/db/trigger-tables.ts';

type Db = Database | DatabaseTransaction;
export type ScheduleRow = FlowScheduleTable;

/** A flow whose published version has not been looked at yet. */
interface ChangedFlow extends Scope {
  id: string;
  versionId: string;
}

/** Schedules of a workspace. */
export function flowScheduleStore(db: Db) {
  return {
    find: (scope: Scope, flowId: string): Promise<ScheduleRow | undefined> =>
      db
        .selectFrom('flow_schedule')
        .selectAll()
        .where('workspaceId', '=', scope.workspaceId)
        .where('flowId', '=', flowId)
        .executeTakeFirst(),

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

/** Schedules as the runner sees them: of every workspace. */
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

    due: (now: number, limit: number): Promise<ScheduleRow[]> =>
      db
        .selectFrom('flow_schedule')
        .selectAll()
        .where('nextAt', '<=', now)
        .orderBy('nextAt')
        .limit(limit)
        .execute(),

    async nextAt(): Promise<number | undefined> {
      const row = await db
        .selectFrom('flow_schedule')
        .select((one) => one.fn.min('nextAt').as('at'))
        .where('nextAt', 'is not', null)
        .executeTakeFirst();
      return row?.at === null || row?.at === undefined ? undefined : Number(row.at);
    },

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
