import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

const shown = [
  'flow_firing.id',
  'flow_firing.kind',
  'flow_firing.dueAt',
  'flow_firing.createdAt',
  'flow_firing.state',
  'flow_firing.reason',
  'flow_firing.runId',
] as const;

/** Firings with how their runs stand. */
export function flowFiringLists(db: Database | DatabaseTransaction) {
  const withRun = (scope: Scope, flowId: string) =>
    db
      .selectFrom('flow_firing')
      .where('flow_firing.workspaceId', '=', scope.workspaceId)
      .where('flow_firing.flowId', '=', flowId)
      .leftJoin('run', 'run.id', 'flow_firing.runId')
      .select(shown)
      .select(['run.status as runStatus']);

  return {
    list: (scope: Scope, flowId: string, limit: number) =>
      withRun(scope, flowId)
        .orderBy('flow_firing.createdAt', 'desc')
        .orderBy('flow_firing.id', 'desc')
        .limit(limit)
        .execute(),

    summary: (scope: Scope, flowId: string, id: string) =>
      withRun(scope, flowId).where('flow_firing.id', '=', id).executeTakeFirst(),

    /** The latest starts by the schedule, with how their runs stand. */
    latestRuns: (scope: Scope, flowId: string, limit: number) =>
      withRun(scope, flowId)
        .where('flow_firing.kind', '=', 'schedule')
        .where('flow_firing.state', 'in', ['waiting', 'started', 'failed'])
        .orderBy('flow_firing.dueAt', 'desc')
        .limit(limit)
        .execute(),
  };
}

export type FiringSummary = Awaited<ReturnType<ReturnType<typeof flowFiringLists>['list']>>[number];
