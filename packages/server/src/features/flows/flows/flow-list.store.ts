import type { Query } from '@tendril/contract/api/endpoint';
import type { listFlows } from '@tendril/contract/api/flows';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Database, Schema } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { type FlowStatus, statusConditions } from './flow-status.ts';

const dayMs = 24 * 60 * 60 * 1000;
export const shownDays = 7;

export type FlowListQuery = Query<typeof listFlows>;

/** Columns that a list shows; flow data is never among them. */
const listed = [
  'id',
  'name',
  'description',
  'type',
  'category',
  'isPublic',
  'nodeNames',
  'draftVersionId',
  'publishedVersionId',
  'createdAt',
  'updatedAt',
] as const;

export type FlowCounts = Record<FlowStatus | 'all', number>;

/** What the lists of flows ask of the database: one page, the counts, the runs of a week. */
export function flowListStore(db: Database) {
  const fitting = (scope: Scope, query: Pick<FlowListQuery, 'type' | 'search'>) => {
    const selected = db
      .selectFrom('flow')
      .where('workspaceId', '=', scope.workspaceId)
      .where('type', '=', query.type);
    const search = query.search?.trim().toLowerCase();
    return search ? selected.where((where) => nameHolds(where, search)) : selected;
  };

  return {
    page(scope: Scope, query: FlowListQuery) {
      let selected = fitting(scope, query)
        .select(listed)
        .select((row) => liveNumber(row).as('liveVersion'))
        .limit(query.limit)
        .offset((query.page - 1) * query.limit);
      if (query.status) selected = selected.where(statusConditions[query.status]);
      if (query.sort === 'name') return selected.orderBy(sql`lower(name)`).orderBy('id').execute();
      const column = query.sort === 'created' ? 'createdAt' : 'updatedAt';
      return selected.orderBy(column, 'desc').orderBy('id').execute();
    },

    async counts(scope: Scope, query: Pick<FlowListQuery, 'type' | 'search'>): Promise<FlowCounts> {
      const countWhen = (status: FlowStatus) =>
        sql<number>`coalesce(sum(case when ${statusConditions[status]} then 1 else 0 end), 0)`;
      const row = await fitting(scope, query)
        .select([
          sql<number>`count(*)`.as('all'),
          countWhen('live').as('live'),
          countWhen('draft').as('draft'),
          countWhen('never').as('never'),
        ])
        .executeTakeFirstOrThrow();
      return {
        all: Number(row.all),
        live: Number(row.live),
        draft: Number(row.draft),
        never: Number(row.never),
      };
    },

    /** Runs per flow of the last seven days, oldest day first. Days are those of UTC. */
    async weekOfRuns(scope: Scope, flowIds: string[], now: number): Promise<Map<string, number[]>> {
      const week = new Map(flowIds.map((id) => [id, new Array<number>(shownDays).fill(0)]));
      if (flowIds.length === 0) return week;
      const start = (Math.floor(now / dayMs) - shownDays + 1) * dayMs;
      const day = sql<number>`("startedAt" - ${sql.lit(start)}) / ${sql.lit(dayMs)}`;
      const rows = await db
        .selectFrom('run')
        .select(['flowId', day.as('day'), sql<number>`count(*)`.as('runs')])
        .where('workspaceId', '=', scope.workspaceId)
        .where('flowId', 'in', flowIds)
        .where('startedAt', '>=', start)
        .groupBy(['flowId', day])
        .execute();
      for (const row of rows) {
        const days = week.get(row.flowId);
        const index = Math.min(Number(row.day), shownDays - 1);
        if (days) days[index] = (days[index] ?? 0) + Number(row.runs);
      }
      return week;
    },
  };
}

/** Number of the version that callers get: the published one, else the last that was saved by hand. */
export function liveNumber(row: ExpressionBuilder<Schema, 'flow'>) {
  return row
    .selectFrom('flow_version as live')
    .whereRef('live.flowId', '=', 'flow.id')
    .where((where) =>
      where.or([
        where('live.id', '=', where.ref('flow.publishedVersionId')),
        where.and([where('flow.publishedVersionId', 'is', null), where('live.kind', '<>', 'autosave')]),
      ]),
    )
    .select((version) => version.fn.max('live.number').as('number'));
}

function nameHolds(where: ExpressionBuilder<Schema, 'flow'>, search: string) {
  const pattern = `%${search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const holds = (column: 'name' | 'description' | 'category') =>
    sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`;
  return where.or([holds('name'), holds('description'), holds('category')]);
}
