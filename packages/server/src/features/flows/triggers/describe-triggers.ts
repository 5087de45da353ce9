import type { FlowTriggers } from '@tendril/contract/api/flow-triggers';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { RunnableFlow } from '../flows/public.ts';
import { firstTime } from './first-time.ts';
import { flowScheduleStore, type ScheduleRow } from './flow-schedules.store.ts';
import type { FlowSchedules } from './flow-schedules.ts';
import type { FlowStart, ScheduleRule, WebhookStart } from './flow-start.ts';
import type { FlowStarts } from './flow-starts.ts';
import { nextTimes } from './schedule-times.ts';

export interface DescribeParts {
  db: Database;
  starts: FlowStarts;
  schedules: Pick<FlowSchedules, 'sync' | 'change'>;
  secretHint(scope: Scope, flowId: string): Promise<{ hint: string }>;
  now(): number;
}

const shownTimes = 5;

/** Describes how a flow is started, with its next times. */
export function describeTriggers({ db, starts, schedules, secretHint, now }: DescribeParts) {
  const rows = flowScheduleStore(db);

  async function isPublished(scope: Scope, { id, liveVersionId }: RunnableFlow): Promise<boolean> {
    const row = await db
      .selectFrom('flow')
      .select('publishedVersionId')
      .where('workspaceId', '=', scope.workspaceId)
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.publishedVersionId === liveVersionId;
  }

  async function describeWebhook(flow: RunnableFlow, start: WebhookStart): Promise<FlowTriggers['webhook']> {
    const { method, isSigned, signatureHeader, signatureType, responseMode, secret } = start;
    const { hint } = await secretHint(flow, flow.id);
    const signature = { isSigned, signatureHeader, signatureType };
    return { method, ...signature, responseMode, isSecretInFlow: secret !== '', secretHint: hint };
  }

  async function describeSchedule(
    start: FlowStart,
    row: ScheduleRow | undefined,
  ): Promise<FlowTriggers['schedule']> {
    const stored = row?.rule ? (JSON.parse(row.rule) as ScheduleRule) : undefined;
    const rule = stored ?? (start.kind === 'schedule' ? start.rule : undefined);
    if (!rule) return null;
    const isOn = stored !== undefined && row?.isOn === 1;
    const { problem } = row?.problem ? row : await firstTime(rule, now());
    const next = problem === '' ? await nextTimes(rule, now(), shownTimes) : [];
    return {
      ...{ cron: rule.cron, timezone: rule.timezone, isOn, problem, next },
      missed: row?.missed === 'skip' ? 'skip' : 'once',
      overlap: row?.overlap === 'queue' ? 'queue' : 'skip',
    };
  }

  return async (flow: RunnableFlow): Promise<FlowTriggers> => {
    const start = await starts.of(flow);
    await schedules.sync();
    return {
      start: start.kind,
      isPublished: await isPublished(flow, flow),
      webhook: start.kind === 'webhook' ? await describeWebhook(flow, start) : null,
      schedule: await describeSchedule(start, await rows.find(flow, flow.id)),
    };
  };
}
