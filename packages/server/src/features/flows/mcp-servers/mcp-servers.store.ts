import { AppError } from '@tendril/contract/app-error';
import type { Insertable, Updateable } from 'kysely';
import type { Database, McpServerTable } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

/** Rows of MCP servers; their secrets are sealed. */
export function mcpServerStore(db: Database) {
  const ofWorkspace = (scope: Scope) =>
    db.selectFrom('mcp_server').selectAll().where('workspaceId', '=', scope.workspaceId);

  return {
    list: (scope: Scope) => ofWorkspace(scope).orderBy('createdAt').orderBy('id').execute(),
    find: (scope: Scope, id: string) => ofWorkspace(scope).where('id', '=', id).executeTakeFirst(),
    insert: (row: Insertable<McpServerTable>) => db.insertInto('mcp_server').values(row).execute(),

    async update(scope: Scope, id: string, changes: Updateable<McpServerTable>): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('mcp_server')
        .set(changes)
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async remove(scope: Scope, id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('mcp_server')
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

export type McpServerStore = ReturnType<typeof mcpServerStore>;

/** The row. Throws NOT_FOUND. */
export async function requireServer(
  store: Pick<McpServerStore, 'find'>,
  scope: Scope,
  id: string,
): Promise<McpServerTable> {
  const row = await store.find(scope, id);
  if (!row) throw new AppError('NOT_FOUND', 'MCP server not found.');
  return row;
}
