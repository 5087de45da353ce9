import type { ExecutionState } from '@tendril/contract/api/executions';
import { type SqlBool, sql } from 'kysely';
import type { Database, RunTable } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

interface ExecutionFilter {
  id?: string | undefined;
  state?: ExecutionState | undefined;
  agentflowId?: string | undefined;
  agentflowName?: string | undefined;
  sessionId?: string | undefined;
  /** Times in ms since 1970. */
  from?: number;
  until?: number;
}

/** A run with the flow it is of, if that is still there. */
export type ExecutionRow = RunTable & { flowName: string | null; typeNow: string | null };

const statusOf = {
  INPROGRESS: ['running'],
  STOPPED: ['waiting'],
  FINISHED: ['done'],
  TERMINATED: ['cancelled', 'interrupted'],
  ERROR: ['failed'],
  TIMEOUT: ['failed'],
} as const;

// The error is JSON that begins with its code.
const isTimeout = sql<SqlBool>`"run"."error" like '{"code":"%TIMEOUT","message":%'`;

const likeText = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

function ofAgentFlows(db: Database, { workspaceId }: Scope) {
  return db
    .selectFrom('run')
    .where('run.workspaceId', '=', workspaceId)
    .where('run.flowType', '=', sql.lit('AGENTFLOW'));
}

function narrow(all: ReturnType<typeof ofAgentFlows>, scope: Scope, filter: ExecutionFilter) {
  const { id, state, agentflowId, agentflowName, sessionId, from, until } = filter;
  let runs = all.where(({ not, exists, selectFrom }) =>
    not(exists(selectFrom('run as later').select('later.id').whereRef('later.resumes', '=', 'run.id'))),
  );
  if (id) runs = runs.where('run.id', '=', id);
  if (agentflowId) runs = runs.where('run.flowId', '=', agentflowId);
  if (sessionId) runs = runs.where('run.sessionId', '=', sessionId);
  if (from !== undefined) runs = runs.where('run.startedAt', '>=', from);
  if (until !== undefined) runs = runs.where('run.startedAt', '<', until);
  if (state) runs = runs.where('run.status', 'in', statusOf[state]);
  if (state === 'TIMEOUT') runs = runs.where(isTimeout);
  if (state === 'ERROR') runs = runs.where(({ not }) => not(isTimeout));
  if (agentflowName)
    runs = runs.where('run.flowId', 'in', ({ selectFrom }) =>
      selectFrom('flow')
        .select('flow.id')
        .where('flow.workspaceId', '=', scope.workspaceId)
        .where(sql<SqlBool>`lower(flow.name) like ${likeText(agentflowName)} escape '\\'`),
    );
  return runs;
}

export type ExecutionStore = ReturnType<typeof executionStore>;

/** Runs of agent flows. One that goes on with a waiting run stands for both. */
export function executionStore(db: Database) {
  const filtered = (scope: Scope, filter: ExecutionFilter) => narrow(ofAgentFlows(db, scope), scope, filter);

  const ofPage = (scope: Scope, filter: ExecutionFilter, offset: number, limit: number) =>
    filtered(scope, filter)
      .leftJoin('flow', 'flow.id', 'run.flowId')
      .selectAll('run')
      .select(['flow.name as flowName', 'flow.type as typeNow'])
      .orderBy('run.startedAt', 'desc')
      .orderBy('run.id')
      .offset(offset)
      .limit(limit);

  return {
    page: (...asked: Parameters<typeof ofPage>): Promise<ExecutionRow[]> => ofPage(...asked).execute(),

    ofPage,

    async count(scope: Scope, filter: ExecutionFilter): Promise<number> {
      const row = await filtered(scope, filter)
        .select((run) => run.fn.countAll<number>().as('count'))
        .executeTakeFirst();
      return Number(row?.count ?? 0);
    },

    find: (scope: Scope, id: string): Promise<ExecutionRow | undefined> =>
      ofAgentFlows(db, scope)
        .leftJoin('flow', 'flow.id', 'run.flowId')
        .selectAll('run')
        .select(['flow.name as flowName', 'flow.type as typeNow'])
        .where('run.id', '=', id)
        .executeTakeFirst(),

    /** The workspace of a run that has been shared. */
    findShared: (id: string): Promise<Pick<RunTable, 'workspaceId'> | undefined> =>
      db
        .selectFrom('run')
        .select('workspaceId')
        .where('id', '=', id)
        .where('isPublic', '=', 1)
        .where('flowType', '=', sql.lit('AGENTFLOW'))
        .executeTakeFirst(),

    /** The run that goes on with a waiting one. */
    findNext: (scope: Scope, id: string): Promise<Pick<RunTable, 'id'> | undefined> =>
      ofAgentFlows(db, scope).select('run.id').where('run.resumes', '=', id).executeTakeFirst(),

    share: (scope: Scope, ids: readonly string[], isPublic: boolean) =>
      db
        .updateTable('run')
        .set({ isPublic: isPublic ? 1 : 0 })
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', 'in', ids)
        .execute(),

    /** The drawing of a run's version; an autosave may have been replaced since. */
    flowDataOf: (scope: Scope, versionId: string) =>
      db
        .selectFrom('flow_version')
        .select('flowData')
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', versionId)
        .executeTakeFirst(),
  };
}
