import { heldWorkspaces } from '../../../platform/db/held-workspaces.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { WebhookDeliveryTable } from '../../../platform/db/voice-tables.ts';
import { withoutJob } from '../../../platform/jobs/without-job.ts';

type Db = Database | DatabaseTransaction;
/** A row without the columns that only the database knows. */
type NewDelivery = Omit<WebhookDeliveryTable, 'seq'>;
export type DeliveryRow = NewDelivery & { seq: number };
/** What lists show: all but the body. */
export type DeliverySummary = Omit<DeliveryRow, 'body'>;

const shown = [
  'seq',
  'id',
  'workspaceId',
  'agentId',
  'callId',
  'event',
  'url',
  'origin',
  'state',
  'attempts',
  'lastStatus',
  'lastError',
  'lastMs',
  'nextAt',
  'leaseOwner',
  'leasedUntil',
  'createdAt',
  'updatedAt',
] as const;

/** Deliveries of a workspace. */
export function webhookDeliveryStore(db: Db) {
  return {
    /** Stores an event of a call once for each address, however often it is enqueued; false when it was stored before. */
    async insertOnce(row: NewDelivery): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('webhook_delivery')
        .values(row)
        .onConflict((conflict) => conflict.columns(['callId', 'event', 'url']).doNothing())
        .executeTakeFirst();
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    list: (scope: Scope, agentId: string, limit: number): Promise<DeliverySummary[]> =>
      db
        .selectFrom('webhook_delivery')
        .select(shown)
        .where('workspaceId', '=', scope.workspaceId)
        .where('agentId', '=', agentId)
        .orderBy('seq', 'desc')
        .limit(limit)
        .execute(),

    find: (scope: Scope, agentId: string, id: string): Promise<DeliverySummary | undefined> =>
      db
        .selectFrom('webhook_delivery')
        .select(shown)
        .where('workspaceId', '=', scope.workspaceId)
        .where('agentId', '=', agentId)
        .where('id', '=', id)
        .executeTakeFirst(),

    /**
     * Puts a delivery at the start of its schedule; false for one that is being sent, which stays so, and for one that
     * has changed since it was seen: somebody else was faster.
     */
    async again(scope: Scope, seen: DeliverySummary, now: number, jobKind: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('webhook_delivery')
        .set({ state: 'waiting', attempts: 0, nextAt: now, updatedAt: now })
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', seen.id)
        .where('updatedAt', '=', seen.updatedAt)
        .where(
          withoutJob(
            { table: 'webhook_delivery', id: 'id', jobColumn: 'partId' },
            { states: ['running'], kind: jobKind },
          ),
        )
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Gives a waiting delivery up. */
    async fail(scope: Scope, id: string, why: string): Promise<void> {
      await db
        .updateTable('webhook_delivery')
        .set({ state: 'failed', lastError: why, nextAt: null, updatedAt: Date.now() })
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .execute();
    },

    async removeOf(scope: Scope, owner: { callId: string } | { agentId: string }): Promise<void> {
      const all = db.deleteFrom('webhook_delivery').where('workspaceId', '=', scope.workspaceId);
      const some =
        'callId' in owner ? all.where('callId', '=', owner.callId) : all.where('agentId', '=', owner.agentId);
      await some.execute();
    },
  };
}

/** Deliveries as those see them who send: of every workspace. */
export function webhookQueue(db: Db) {
  return {
    find: (id: string): Promise<DeliveryRow | undefined> =>
      db.selectFrom('webhook_delivery').selectAll().where('id', '=', id).executeTakeFirst(),

    /** Writes how an attempt ended. */
    async settle(id: string, changes: Partial<NewDelivery>): Promise<void> {
      await db
        .updateTable('webhook_delivery')
        .set({ ...changes, updatedAt: Date.now() })
        .where('id', '=', id)
        .execute();
    },

    /** Those that wait, and have no job that sends them. */
    withoutAttempt: (jobKind: string): Promise<DeliverySummary[]> =>
      db
        .selectFrom('webhook_delivery')
        .select(shown)
        .where('state', '=', 'waiting')
        .where(
          withoutJob(
            { table: 'webhook_delivery', id: 'id', jobColumn: 'partId' },
            { states: ['waiting', 'running'], kind: jobKind },
          ),
        )
        .orderBy('seq')
        .execute(),

    async removeEnded(before: number): Promise<void> {
      await db
        .deleteFrom('webhook_delivery')
        .where('state', '!=', 'waiting')
        .where('updatedAt', '<', before)
        .where('workspaceId', 'not in', heldWorkspaces(db))
        .execute();
    },
  };
}
