import type { ExecutionState } from '@tendril/contract/api/executions';
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Database, RunTable, Schema } from '../../../platform/db/schema.ts';
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

/** The filter as a condition on `run`, whatever it is selected with. */
function matching({ workspaceId }: Scope, filter: ExecutionFilter): Expression<SqlBool> {
  const { id, state, agentflowId, agentflowName, sessionId, from, until } = filter;
  const run = expressionBuilder<Schema, 'run'>();
  const wanted: Expression<SqlBool>[] = [];
  if (id) wanted.push(run('run.id', '=', id));
  if (agentflowId) wanted.push(run('run.flowId', '=', agentflowId));
  if (sessionId) wanted.push(run('run.sessionId', '=', sessionId));
  if (from !== undefined) wanted.push(run('run.startedAt', '>=', from));
  if (until !== undefined) wanted.push(run('run.startedAt', '<', until));
  if (state) wanted.push(run('run.status', 'in', statusOf[state]));
  if (state === 'TIMEOUT') wanted.push(isTimeout);
  if (state === 'ERROR') wanted.push(run.not(isTimeout));
  if (agentflowName) {
    const named = run
      .selectFrom('flow')
      .select('flow.id')
      .where('flow.workspaceId', '=', workspaceId)
      .where(sql<SqlBool>`lower(flow.name) like ${likeText(agentflowName)} escape '\\'`);
    wanted.push(run('run.flowId', 'in', named));
  }
  return run.and(wanted);
}

/** What only few runs are in is sorted; by default the newest runs are looked through until there are enough. */
function newestFirst({ state }: ExecutionFilter) {
  return state === 'TERMINATED' ? sql`"run"."startedAt" + 0` : sql.ref('run.startedAt');
}

function ofPage(db: Database, scope: Scope, filter: ExecutionFilter, offset: number, limit: number) {
  return ofAgentFlows(db, scope)
    .where(matching(scope, filter))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('run as later')
            .select('later.id')
            .where('later.workspaceId', '=', scope.workspaceId)
            .whereRef('later.resumes', '=', 'run.id'),
        ),
      ),
    )
    .leftJoin('flow', 'flow.id', 'run.flowId')
    .selectAll('run')
    .select(['flow.name as flowName', 'flow.type as typeNow'])
    .orderBy(newestFirst(filter), 'desc')
    .orderBy('run.id')
    .offset(offset)
    .limit(limit);
}

/** All that match, and those of them that another run has gone on with: few, so that they are looked up one by one. */
function ofCounts(db: Database, scope: Scope, filter: ExecutionFilter) {
  return [
    ofAgentFlows(db, scope)
      .where(matching(scope, filter))
      .select((run) => run.fn.countAll<number>().as('count')),
    db
      .selectFrom('run as later')
      // SQLite joins in this order.
      .crossJoin('run')
      .where('later.workspaceId', '=', scope.workspaceId)
      .where('later.resumes', 'is not', null)
      .whereRef('run.id', '=', 'later.resumes')
      .where('run.workspaceId', '=', scope.workspaceId)
      .where('run.flowType', '=', sql.lit('AGENTFLOW'))
      .where(matching(scope, filter))
      .select((run) => run.fn.countAll<number>().as('count')),
  ];
}

export type ExecutionStore = ReturnType<typeof executionStore>;

/** Runs of agent flows. One that goes on with a waiting run stands for both. */
export function executionStore(db: Database) {
  return {
    page: (scope: Scope, filter: ExecutionFilter, offset: number, limit: number): Promise<ExecutionRow[]> =>
      ofPage(db, scope, filter, offset, limit).execute(),

    /** What a page and its total are read by. */
    queries: (scope: Scope, filter: ExecutionFilter) => [
      ofPage(db, scope, filter, 0, 12),
      ...ofCounts(db, scope, filter),
    ],

    async count(scope: Scope, filter: ExecutionFilter): Promise<number> {
      const rows = await Promise.all(ofCounts(db, scope, filter).map((query) => query.executeTakeFirst()));
      const [all = 0, resumed = 0] = rows.map((row) => Number(row?.count ?? 0));
      return all - resumed;
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
