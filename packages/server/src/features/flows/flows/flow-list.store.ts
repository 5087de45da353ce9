import type { Query } from '@tendril/contract/api/endpoint';
import type { listFlows } from '@tendril/contract/api/flows';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Database, Schema } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { type FlowStatus, statusConditions } from './flow-status.ts';
import { readTags } from './flow-tags.ts';

export type FlowListQuery = Query<typeof listFlows>;

/** Columns that a list shows; flow data is never among them. */
const listed = [
  'id',
  'name',
  'description',
  'type',
  'category',
  'folder',
  'apikeyid',
  'isPublic',
  'nodeNames',
  'draftVersionId',
  'publishedVersionId',
  'createdAt',
  'updatedAt',
] as const;

type FlowCounts = Record<FlowStatus | 'all', number>;

type Narrowing = Pick<FlowListQuery, 'type' | 'search' | 'tag' | 'folder'>;

/** The stored types behind a type that lists are asked for. */
const typesOf = (type: string) => (type === 'PIPELINE' ? ['MULTIAGENT', 'AGENTFLOW'] : [type]);

/** Queries for the lists of flows: one page, the counts, the tags and folders. */
export function flowListStore(db: Database) {
  const ofType = (scope: Scope, type: string) =>
    db.selectFrom('flow').where('workspaceId', '=', scope.workspaceId).where('type', 'in', typesOf(type));

  const fitting = (scope: Scope, query: Narrowing) => {
    let selected = ofType(scope, query.type);
    const search = query.search?.trim().toLowerCase();
    if (search) selected = selected.where((where) => nameHolds(where, search));
    if (query.folder) selected = selected.where('folder', '=', query.folder);
    if (query.tag) {
      const pattern = `%;${escaped(query.tag)};%`;
      selected = selected.where(sql<boolean>`';' || "category" || ';' like ${pattern} escape '\\'`);
    }
    return selected;
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

    async counts(scope: Scope, query: Narrowing): Promise<FlowCounts> {
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

    /** The filters available for flows of the type. */
    async facets(scope: Scope, type: string): Promise<{ tags: string[]; folders: string[] }> {
      // Apart: each is answered by an index of its own.
      const categories = await ofType(scope, type).select('category').distinct().execute();
      const folders = await ofType(scope, type).select('folder').distinct().execute();
      const sorted = (words: string[]) =>
        [...new Set(words)].sort((one, other) => one.localeCompare(other, 'en', { sensitivity: 'base' }));
      return {
        tags: sorted(categories.flatMap(({ category }) => readTags(category))),
        folders: sorted(folders.flatMap(({ folder }) => folder || [])),
      };
    },
  };
}

/** Number of the live version: the published one, else the last that was saved manually. */
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
  const pattern = `%${escaped(search)}%`;
  const holds = (column: 'name' | 'description' | 'category') =>
    sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`;
  return where.or([holds('name'), holds('description'), holds('category')]);
}

function escaped(words: string): string {
  return words.replace(/[\\%_]/g, (sign) => `\\${sign}`);
}
