import type { Updateable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { SourceSyncTable } from '../../../platform/db/source-sync-tables.ts';
import { withoutJob } from '../../../platform/jobs/without-job.ts';

type Db = Database | DatabaseTransaction;
export type SourceSyncRow = SourceSyncTable;

/** How loaders of a workspace are kept in step. */
export function sourceSyncStore(db: Db) {
  return {
    find: ({ workspaceId }: Scope, loaderId: string): Promise<SourceSyncRow | undefined> =>
      db
        .selectFrom('source_sync')
        .selectAll()
        .where('workspaceId', '=', workspaceId)
        .where('loaderId', '=', loaderId)
        .executeTakeFirst(),

    insert: (row: SourceSyncRow) => db.insertInto('source_sync').values(row).execute(),

    async update(
      { workspaceId }: Scope,
      loaderId: string,
      changes: Updateable<SourceSyncTable>,
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('source_sync')
        .set({ ...changes, updatedAt: Date.now() })
        .where('workspaceId', '=', workspaceId)
        .where('loaderId', '=', loaderId)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    remove: ({ workspaceId }: Scope, loaderId: string) =>
      db
        .deleteFrom('source_sync')
        .where('workspaceId', '=', workspaceId)
        .where('loaderId', '=', loaderId)
        .execute(),
  };
}

/** Syncs as those see them who start them: of every workspace. */
export function syncQueue(db: Db) {
  return {
    find: (loaderId: string): Promise<SourceSyncRow | undefined> =>
      db.selectFrom('source_sync').selectAll().where('loaderId', '=', loaderId).executeTakeFirst(),

    /** Those that have a next time, and no job that waits for it. */
    withoutTimer: (jobKind: string): Promise<SourceSyncRow[]> =>
      db
        .selectFrom('source_sync')
        .selectAll()
        .where('nextAt', 'is not', null)
        .where(
          withoutJob(
            { table: 'source_sync', id: 'loaderId', jobColumn: 'key' },
            { states: ['waiting'], kind: jobKind },
          ),
        )
        .execute(),

    /** Moves a sync on, if it still stands at `from`: of several processes one succeeds. */
    async move({ loaderId, nextAt }: SourceSyncRow, to: number | null): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('source_sync')
        .set({ nextAt: to })
        .where('loaderId', '=', loaderId)
        .where('nextAt', '=', nextAt)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}
