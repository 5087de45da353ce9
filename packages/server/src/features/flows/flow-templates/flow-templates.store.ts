import type { Database, FlowTemplateTable } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

/** Columns that a list shows; the graph is never among them. */
const listed = [
  'id',
  'workspaceId',
  'name',
  'description',
  'type',
  'badge',
  'usecases',
  'nodeNames',
  'createdAt',
  'picture',
] as const;
export type ListedTemplate = Pick<FlowTemplateTable, (typeof listed)[number]>;

/** Rows of templates. Every call names the workspace. */
export function flowTemplateStore(db: Database) {
  const ofWorkspace = (scope: Scope) =>
    db.selectFrom('flow_template').where('workspaceId', '=', scope.workspaceId);

  return {
    list(scope: Scope, type: string | undefined): Promise<ListedTemplate[]> {
      const rows = ofWorkspace(scope).select(listed).orderBy('createdAt', 'desc').orderBy('id');
      return (type === undefined ? rows : rows.where('type', '=', type)).execute();
    },

    /** With their graphs. */
    listWhole: (scope: Scope) =>
      ofWorkspace(scope).selectAll().orderBy('createdAt', 'desc').orderBy('id').execute(),

    async count(scope: Scope): Promise<number> {
      const row = await ofWorkspace(scope)
        .select((template) => template.fn.countAll<number>().as('count'))
        .executeTakeFirst();
      return Number(row?.count ?? 0);
    },

    find: (scope: Scope, id: string) =>
      ofWorkspace(scope).selectAll().where('id', '=', id).executeTakeFirst(),

    insert: (row: FlowTemplateTable) => db.insertInto('flow_template').values(row).execute(),

    /** Returns whether it existed. */
    async remove(scope: Scope, id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('flow_template')
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
