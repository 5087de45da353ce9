import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

const idsAtOnce = 1000;

export const bundleTables = ['tool', 'flow', 'variable', 'assistant'] as const;
export type BundleTable = (typeof bundleTables)[number];

/** Which parts of a bundle exist here already. */
export function presentRowStore(db: Database | DatabaseTransaction) {
  return {
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

    variables: (scope: Scope) =>
      db
        .selectFrom('variable')
        .select(['name', 'value', 'type'])
        .where('workspaceId', '=', scope.workspaceId)
        .execute(),

    async toolNames(scope: Scope): Promise<Set<string>> {
      const rows = await db
        .selectFrom('tool')
        .select('name')
        .where('workspaceId', '=', scope.workspaceId)
        .execute();
      return new Set(rows.map(({ name }) => name));
    },

    async credentialIds(scope: Scope): Promise<Set<string>> {
      const rows = await db
        .selectFrom('credential')
        .select('id')
        .where('workspaceId', '=', scope.workspaceId)
        .execute();
      return new Set(rows.map(({ id }) => id));
    },
  };
}
