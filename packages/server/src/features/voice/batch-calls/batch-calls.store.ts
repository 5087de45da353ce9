import type { BatchCallState, BatchContactState } from '@tendril/contract/api/batch-calls';
import type { BatchCallTable } from '../../../platform/db/batch-call-tables.ts';
import { insertMany } from '../../../platform/db/insert-many.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

interface BatchPage {
  limit: number;
  before?: number | undefined;
  beforeId?: string | undefined;
}

export type ContactCounts = Partial<Record<BatchContactState, number>>;

/** Rows of batch calls. */
export function batchCallStore(db: Database | DatabaseTransaction) {
  const own = ({ workspaceId }: Scope) => db.selectFrom('batch_call').where('workspaceId', '=', workspaceId);

  return {
    insert: (row: BatchCallTable) => insertMany(db, 'batch_call', [row]),

    find: (scope: Scope, id: string): Promise<BatchCallTable | undefined> =>
      own(scope).selectAll().where('id', '=', id).executeTakeFirst(),

    /** The latest first. */
    page(scope: Scope, { limit, before, beforeId = '' }: BatchPage): Promise<BatchCallTable[]> {
      let query = own(scope).selectAll();
      if (before !== undefined)
        query = query.where(({ eb, and, or }) =>
          or([eb('createdAt', '<', before), and([eb('createdAt', '=', before), eb('id', '<', beforeId)])]),
        );
      return query.orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(limit).execute();
    },

    /** Changes a batch that is in one of the given states; returns whether it was. */
    async change(
      { workspaceId }: Scope,
      id: string,
      from: readonly BatchCallState[],
      changes: Partial<BatchCallTable>,
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('batch_call')
        .set({ ...changes, updatedAt: Date.now() })
        .where('workspaceId', '=', workspaceId)
        .where('id', '=', id)
        .where('state', 'in', from)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Notes how many calls in a row no carrier took. */
    async noteRefusals({ workspaceId }: Scope, id: string, refusals: number): Promise<void> {
      await db
        .updateTable('batch_call')
        .set({ refusals })
        .where('workspaceId', '=', workspaceId)
        .where('id', '=', id)
        .where('refusals', '!=', refusals)
        .execute();
    },

    async remove({ workspaceId }: Scope, id: string): Promise<void> {
      await db.deleteFrom('batch_call').where('workspaceId', '=', workspaceId).where('id', '=', id).execute();
    },

    /** Contacts by state, of each of these batches. */
    async counts({ workspaceId }: Scope, ids: readonly string[]): Promise<Map<string, ContactCounts>> {
      const found = new Map<string, ContactCounts>();
      if (ids.length === 0) return found;
      const rows = await db
        .selectFrom('batch_contact')
        .select(['batchId', 'state', (one) => one.fn.countAll<number>().as('count')])
        .where('workspaceId', '=', workspaceId)
        .where('batchId', 'in', ids)
        .groupBy(['batchId', 'state'])
        .execute();
      for (const { batchId, state, count } of rows)
        found.set(batchId, { ...found.get(batchId), [state]: Number(count) });
      return found;
    },

    /** Those of all workspaces that are not over and not paused. */
    listOpen: (): Promise<Pick<BatchCallTable, 'workspaceId' | 'id' | 'scheduledAt'>[]> =>
      db
        .selectFrom('batch_call')
        .select(['workspaceId', 'id', 'scheduledAt'])
        .where('state', 'in', ['scheduled', 'running'])
        .execute(),
  };
}
