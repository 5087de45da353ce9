import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

const idsAtOnce = 1000;

export const bundleTables = [
  'tool',
  'flow',
  'variable',
  'assistant',
  'flow_template',
  'document_store',
] as const;
export type BundleTable = (typeof bundleTables)[number];

/** Tables whose records flows refer to. */
type ReferredTable = BundleTable | 'credential' | 'mcp_server';

/** Which parts of a bundle exist here already. */
export function presentRowStore(db: Database | DatabaseTransaction) {
  const idsOf = async ({ workspaceId }: Scope, table: ReferredTable): Promise<Set<string>> => {
    const rows = await db.selectFrom(table).select('id').where('workspaceId', '=', workspaceId).execute();
    return new Set(rows.map(({ id }) => id));
  };

  return {
    idsOf,

    /** Which ids are taken: by rows of this workspace, or by those of another. */
    async findTaken(scope: Scope, table: BundleTable, ids: readonly string[]) {
      const taken = { own: new Set<string>(), foreign: new Set<string>() };
      for (let start = 0; start < ids.length; start += idsAtOnce) {
        const rows = await db
          .selectFrom(table)
          .select(['id', 'workspaceId'])
          .where('id', 'in', ids.slice(start, start + idsAtOnce))
          .execute();
        for (const { id, workspaceId } of rows)
          (workspaceId === scope.workspaceId ? taken.own : taken.foreign).add(id);
      }
      return taken;
    },

    /** Which ids of messages are taken, in any workspace. */
    async takenMessages(ids: readonly string[]): Promise<Set<string>> {
      const taken = new Set<string>();
      for (let start = 0; start < ids.length; start += idsAtOnce) {
        const rows = await db
          .selectFrom('chat_message')
          .select('id')
          .where('id', 'in', ids.slice(start, start + idsAtOnce))
          .execute();
        for (const { id } of rows) taken.add(id);
      }
      return taken;
    },

    variables: (scope: Scope) =>
      db
        .selectFrom('variable')
        .select(['id', 'name', 'value', 'type', 'isSecret'])
        .where('workspaceId', '=', scope.workspaceId)
        .execute(),

    /** Ids of tools by their names. */
    async toolsByName(scope: Scope): Promise<Map<string, string>> {
      const rows = await db
        .selectFrom('tool')
        .select(['id', 'name'])
        .where('workspaceId', '=', scope.workspaceId)
        .execute();
      return new Map(rows.map(({ id, name }) => [name, id]));
    },

    /** Ids of flows by type and name; of several, the one changed last. */
    async flowsByName(scope: Scope): Promise<Map<string, string>> {
      const rows = await db
        .selectFrom('flow')
        .select(['id', 'name', 'type'])
        .where('workspaceId', '=', scope.workspaceId)
        .orderBy('updatedAt')
        .execute();
      return new Map(rows.map(({ id, name, type }) => [`${type} ${name}`, id]));
    },
  };
}
