import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { type DeliveryMarks, deliveryIdMs, replayMs } from './delivery-marks.ts';
import type { FiringRow } from './flow-firings.store.ts';

/** Firings as deliveries of a webhook, known by their marks. */
export function webhookDeliveryMarks(db: Database | DatabaseTransaction) {
  const ofFlow = (scope: Scope, flowId: string) =>
    db
      .selectFrom('flow_firing')
      .where('flow_firing.workspaceId', '=', scope.workspaceId)
      .where('flow_firing.flowId', '=', flowId);

  return {
    /** Frees marks of firings that are so old that what comes under them now is another delivery. */
    async retire(scope: Scope, flowId: string, marks: DeliveryMarks, now: number): Promise<void> {
      const older = (keptMs: number) =>
        db
          .updateTable('flow_firing')
          .where('workspaceId', '=', scope.workspaceId)
          .where('flowId', '=', flowId)
          .where('createdAt', '<', now - keptMs);
      const { key, deliveryId } = marks;
      if (key !== undefined)
        await older(replayMs)
          .set({ key: sql<string>`"key" || '@' || "id"` })
          .where('key', '=', key)
          .execute();
      if (deliveryId !== undefined)
        await older(deliveryIdMs).set({ deliveryId: null }).where('deliveryId', '=', deliveryId).execute();
    },

    /** The delivery that came first under one of the marks. */
    findMarked: (
      scope: Scope,
      flowId: string,
      { key = '', deliveryId = '' }: DeliveryMarks,
    ): Promise<FiringRow | undefined> =>
      ofFlow(scope, flowId)
        .selectAll()
        .where((row) => row.or([row('key', '=', key), row('deliveryId', '=', deliveryId)]))
        .orderBy('createdAt')
        .limit(1)
        .executeTakeFirst(),

    countWaiting: async (scope: Scope, flowId: string): Promise<number> => {
      const row = await ofFlow(scope, flowId)
        .select((one) => one.fn.countAll().as('count'))
        .where('state', '=', 'waiting')
        .where('kind', '=', 'webhook')
        .executeTakeFirst();
      return Number(row?.count ?? 0);
    },

    /** Takes over a firing whose process has died before it started anything; of several, one does. */
    async takeOver({ workspaceId, id, createdAt }: FiringRow, now: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('flow_firing')
        .set({ createdAt: now })
        .where('workspaceId', '=', workspaceId)
        .where('id', '=', id)
        .where('createdAt', '=', createdAt)
        .where('state', '=', 'waiting')
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}
