import type { FlowFiring, FlowTriggers } from '@tendril/contract/api/flow-triggers';
import { AppError } from '@tendril/contract/app-error';
import type { Scope } from '../../../platform/db/scope.ts';
import type { LiveFlows, RunnableFlow } from '../flows/public.ts';
import { type DescribeParts, describeTriggers } from './describe-triggers.ts';
import { firstTime } from './first-time.ts';
import { type FiringSummary, flowFiringLists } from './flow-firing-lists.store.ts';
import { flowFiringStore } from './flow-firings.store.ts';
import { flowScheduleStore } from './flow-schedules.store.ts';
import type { ScheduleRule } from './flow-start.ts';
import type { WebhookDeliveries } from './webhook-deliveries.ts';

interface TriggerSettingParts extends DescribeParts {
  liveFlows: Pick<LiveFlows, 'find'>;
  deliveries: WebhookDeliveries;
  renewSecret(scope: Scope, flowId: string): Promise<{ secret: string; hint: string }>;
}

type ScheduleChanges = Partial<Pick<NonNullable<FlowTriggers['schedule']>, 'isOn' | 'missed' | 'overlap'>>;

const shownFirings = 50;

/** What people see of the starts of their flows, and set beside the drawing. */
export function createTriggerSettings(parts: TriggerSettingParts) {
  const { db, liveFlows, schedules, deliveries, now } = parts;
  const rows = flowScheduleStore(db);
  const firings = flowFiringLists(db);

  async function requireFlow(scope: Scope, flowId: string): Promise<RunnableFlow> {
    const flow = await liveFlows.find(flowId);
    if (flow?.workspaceId !== scope.workspaceId) throw new AppError('NOT_FOUND', 'Flow not found.');
    return flow;
  }

  const describe = describeTriggers(parts);

  return {
    read: async (scope: Scope, flowId: string) => describe(await requireFlow(scope, flowId)),

    async updateSchedule(
      scope: Scope,
      flowId: string,
      { isOn, ...rules }: ScheduleChanges,
    ): Promise<FlowTriggers> {
      const flow = await requireFlow(scope, flowId);
      await schedules.sync();
      const row = await rows.find(flow, flowId);
      if (!row?.rule)
        throw new AppError(
          'INVALID_INPUT',
          'This flow has no schedule. Choose "Schedule Input" in its Start node and publish it.',
        );
      const first = isOn
        ? await firstTime(JSON.parse(row.rule) as ScheduleRule, now())
        : { nextAt: null, problem: '' };
      await schedules.change(row, { ...rules, ...(isOn !== undefined && { isOn: isOn ? 1 : 0, ...first }) });
      return describe(flow);
    },

    async renewSecret(scope: Scope, flowId: string) {
      const flow = await requireFlow(scope, flowId);
      return parts.renewSecret(flow, flow.id);
    },

    async list(scope: Scope, flowId: string): Promise<FlowFiring[]> {
      await requireFlow(scope, flowId);
      return (await firings.list(scope, flowId, shownFirings)).map(toFiring);
    },

    async repeat(scope: Scope, flowId: string, firingId: string): Promise<FlowFiring> {
      await requireFlow(scope, flowId);
      const first = await flowFiringStore(db).find(scope, firingId);
      if (first?.flowId !== flowId) throw new AppError('NOT_FOUND', 'Delivery not found.');
      const { id } = await deliveries.repeat(first);
      const made = await firings.summary(scope, flowId, id);
      if (!made) throw new AppError('NOT_FOUND', 'Delivery not found.');
      return toFiring(made);
    },
  };
}

export type TriggerSettings = ReturnType<typeof createTriggerSettings>;

function toFiring({ dueAt, createdAt, runId, runStatus, ...firing }: FiringSummary): FlowFiring {
  return {
    ...firing,
    dueAt: Number(dueAt),
    createdAt: Number(createdAt),
    runId: runStatus === null ? null : runId,
    runStatus,
  };
}
