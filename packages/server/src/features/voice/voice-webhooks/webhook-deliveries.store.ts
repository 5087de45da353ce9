import { type ExpressionBuilder, sql } from 'kysely';
import type { Database, DatabaseTransaction, Schema } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { isPostgres } from '../../../platform/db/sequence-column.ts';
import type { WebhookDeliveryTable } from '../../../platform/db/voice-tables.ts';

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
    /** Stores an event of a call once for each address, however often it is enqueued. */
    insertOnce: (row: NewDelivery) =>
      db
        .insertInto('webhook_delivery')
        .values(row)
        .onConflict((conflict) => conflict.columns(['callId', 'event', 'url']).doNothing())
        .execute(),

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

    /** Requeues a delivery from the start of its schedule; one in progress stays so. */
    async again(scope: Scope, id: string, now: number): Promise<void> {
      await db
        .updateTable('webhook_delivery')
        .set({ state: 'waiting', attempts: 0, nextAt: now, updatedAt: now })
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .where('leaseOwner', 'is', null)
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

/** Deliveries as the worker sees them: of every workspace. */
export function webhookQueue(db: Db) {
  return {
    /**
     * What may be sent now, to receivers that are not busy; an event waits for the first attempt of those before it.
     */
    due(now: number, busyOrigins: readonly string[], limit: number): Promise<DeliveryRow[]> {
      const query = db
        .selectFrom('webhook_delivery')
        .selectAll()
        .where('state', '=', 'waiting')
        .where('nextAt', '<=', now)
        .where((row) => row.or([row('leasedUntil', 'is', null), row('leasedUntil', '<', now)]))
        .where((row) => row.not(row.exists(untried(row))))
        .$if(busyOrigins.length > 0, (some) => some.where('origin', 'not in', busyOrigins))
        .orderBy('nextAt')
        .orderBy('seq')
        .limit(limit);
      return (isPostgres(db as Database) ? query.forUpdate().skipLocked() : query).execute();
    },

    async lease(ids: readonly string[], owner: string, leasedUntil: number): Promise<void> {
      await db
        .updateTable('webhook_delivery')
        .set({ leaseOwner: owner, leasedUntil })
        .where('id', 'in', ids)
        .execute();
    },

    /** Writes how an attempt ended, if the lease is still ours. */
    async settle(id: string, owner: string, changes: Partial<NewDelivery>): Promise<void> {
      await db
        .updateTable('webhook_delivery')
        .set({ ...changes, leaseOwner: null, leasedUntil: null, updatedAt: Date.now() })
        .where('id', '=', id)
        .where('leaseOwner', '=', owner)
        .execute();
    },

    /** For a database with a single process: whatever was leased is free again. */
    async freeAll(): Promise<void> {
      await db
        .updateTable('webhook_delivery')
        .set({ leaseOwner: null, leasedUntil: null })
        .where('leaseOwner', 'is not', null)
        .execute();
    },

    /** When the next delivery becomes due. */
    async nextAt(now: number): Promise<number | undefined> {
      const at = sql<number>`min(case when "leasedUntil" is null then "nextAt" else "leasedUntil" end)`;
      const row = await db
        .selectFrom('webhook_delivery')
        .select(at.as('at'))
        .where('state', '=', 'waiting')
        .where(sql<number>`coalesce("leasedUntil", "nextAt")`, '>', now)
        .executeTakeFirst();
      return row?.at ?? undefined;
    },

    async removeEnded(before: number): Promise<void> {
      await db
        .deleteFrom('webhook_delivery')
        .where('state', '!=', 'waiting')
        .where('updatedAt', '<', before)
        .execute();
    },
  };
}

function untried(row: ExpressionBuilder<Schema, 'webhook_delivery'>) {
  return row
    .selectFrom('webhook_delivery as earlier')
    .select('earlier.seq')
    .whereRef('earlier.callId', '=', 'webhook_delivery.callId')
    .whereRef('earlier.url', '=', 'webhook_delivery.url')
    .whereRef('earlier.seq', '<', 'webhook_delivery.seq')
    .where('earlier.state', '=', 'waiting')
    .where('earlier.attempts', '=', 0);
}
