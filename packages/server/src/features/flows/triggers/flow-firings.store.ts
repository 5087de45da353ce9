import { heldWorkspaces } from '../../../platform/db/held-workspaces.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { FlowFiringTable } from '../../../platform/db/trigger-tables.ts';

type Db = Database | DatabaseTransaction;
export type FiringRow = FlowFiringTable;

/** What webhooks and schedules of a workspace have led to. */
export function flowFiringStore(db: Db) {
  return {
    /** Whether it is new: of several with one key or one delivery id, one is. */
    async insert(row: FiringRow): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('flow_firing')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    find: (scope: Scope, id: string): Promise<FiringRow | undefined> =>
      db
        .selectFrom('flow_firing')
        .selectAll()
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .executeTakeFirst(),

    /** Says what became of a firing that has started nothing yet; returns whether it had not. */
    async settle(
      scope: Scope,
      id: string,
      state: 'started' | 'failed',
      reason: string | null = null,
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('flow_firing')
        .set({ state, reason })
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** The run that a firing has started, if it has. */
    run: (scope: Scope, runId: string) =>
      db
        .selectFrom('run')
        .select(['id', 'status', 'question', 'answer', 'chatId', 'sessionId', 'error'])
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', runId)
        .executeTakeFirst(),
  };
}

export type FiringRun = NonNullable<Awaited<ReturnType<ReturnType<typeof flowFiringStore>['run']>>>;

/** Deletes what is too old to be shown or to be a repetition; of every workspace that may delete. */
export async function removeOldFirings(db: Database, before: number): Promise<void> {
  await db
    .deleteFrom('flow_firing')
    .where('createdAt', '<', before)
    .where('state', '<>', 'waiting')
    .where('workspaceId', 'not in', heldWorkspaces(db))
    .execute();
}
