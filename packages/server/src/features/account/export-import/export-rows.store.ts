import type { FlowType } from '@tendril/contract/flow/flow';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

const flowsAtOnce = 50;
const flowColumns = [
  'flow.id',
  'flow.name',
  'flow.category',
  'flow.folder',
  'flow.description',
  'flow.chatbotConfig',
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
  const flowsOf = (scope: Scope, type: FlowType) =>
    db
      .selectFrom('flow')
      .innerJoin('flow_version as draft', 'draft.id', 'flow.draftVersionId')
      .where('flow.workspaceId', '=', scope.workspaceId)
      .where('flow.type', '=', type);

  return {
    /** The flows of a type with their drafts, a page at a time. */
    async *flows(scope: Scope, type: FlowType, ids?: readonly string[]) {
      for (let after = ''; ; ) {
        let selected = flowsOf(scope, type);
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

    /** About how many characters those drafts have in total. */
    async flowSize(scope: Scope, type: FlowType): Promise<number> {
      const row = await flowsOf(scope, type)
        .select((flow) =>
          flow.fn.sum<number | string | null>(flow.fn('length', ['draft.flowData'])).as('size'),
        )
        .executeTakeFirst();
      return Number(row?.size ?? 0);
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
