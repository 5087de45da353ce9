import type { FlowType } from '@tendril/contract/flow/flow';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

/** So few that turning them into text takes some milliseconds. */
const flowsAtOnce = 15;
/** Flows whose data is measured to know about how large all are. */
const measuredFlows = 200;
const flowColumns = [
  'flow.id',
  'flow.name',
  'flow.category',
  'flow.folder',
  'flow.description',
  'flow.chatbotConfig',
  'flow.analytic',
  'flow.draftVersionId',
  'flow.publishedVersionId',
  'flow.deployed',
  'flow.isPublic',
  'flow.createdAt',
  'flow.updatedAt',
  'draft.flowData',
  'published.flowData as publishedData',
] as const;

/** Rows for an export, ordered by id: the same content makes the same file. */
export function exportRowStore(db: Database) {
  return {
    /** The flows of a type with their drafts, a page at a time. */
    async *flows(scope: Scope, type: FlowType, ids?: readonly string[]) {
      for (let after = ''; ; ) {
        let selected = flowsOf(db, scope, type);
        if (ids) selected = selected.where('flow.id', 'in', ids);
        const rows = await selected
          .leftJoin('flow_version as published', 'published.id', 'flow.publishedVersionId')
          .select(flowColumns)
          .where('flow.id', '>', after)
          .orderBy('flow.id')
          .limit(flowsAtOnce)
          .execute();
        yield* rows;
        const last = rows.at(-1);
        if (!last || rows.length < flowsAtOnce) return;
        after = last.id;
      }
    },

    /** About how many bytes those drafts have in total: as many as some of them have on average. */
    async flowSize(scope: Scope, type: FlowType): Promise<number> {
      const some = flowsOf(db, scope, type).select('draft.flowData').limit(measuredFlows);
      const measured = await db
        .selectFrom(some.as('some'))
        .select((flow) => [
          flow.fn.sum<number | string | null>(flow.fn('octet_length', ['flowData'])).as('size'),
          flow.fn.countAll<number>().as('count'),
        ])
        .executeTakeFirst();
      const [size, count] = [Number(measured?.size ?? 0), Number(measured?.count ?? 0)];
      if (count < measuredFlows) return size;
      const all = await db
        .selectFrom('flow')
        .select((flow) => flow.fn.countAll<number>().as('count'))
        .where('workspaceId', '=', scope.workspaceId)
        .where('type', '=', type)
        .executeTakeFirst();
      return (size / count) * Number(all?.count ?? 0);
    },

    tools: (scope: Scope) =>
      db
        .selectFrom('tool')
        .select(['id', 'name', 'description', 'color', 'iconSrc', 'schema', 'func', 'createdAt', 'updatedAt'])
        .where('workspaceId', '=', scope.workspaceId)
        .orderBy('id')
        .execute(),

    /** Never a sealed value: those of secret variables are empty here. */
    variables: (scope: Scope) =>
      db
        .selectFrom('variable')
        .select(['id', 'name', 'value', 'type', 'createdAt', 'updatedAt'])
        .where('workspaceId', '=', scope.workspaceId)
        .orderBy('id')
        .execute(),

    assistants: (scope: Scope) =>
      db
        .selectFrom('assistant')
        .select(['id', 'details', 'credential', 'iconSrc', 'type', 'createdAt', 'updatedAt'])
        .where('workspaceId', '=', scope.workspaceId)
        .orderBy('id')
        .execute(),
  };
}

function flowsOf(db: Database, scope: Scope, type: FlowType) {
  return db
    .selectFrom('flow')
    .innerJoin('flow_version as draft', 'draft.id', 'flow.draftVersionId')
    .where('flow.workspaceId', '=', scope.workspaceId)
    .where('flow.type', '=', type);
}
