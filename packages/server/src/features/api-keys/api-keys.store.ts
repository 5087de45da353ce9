import type { Insertable } from 'kysely';
import type { ApiKeyTable, Database } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';

/** Rows of API keys; of a key itself there is only the hash. */
export function apiKeyStore(db: Database) {
  return {
    list: (scope: Scope) =>
      db
        .selectFrom('api_key')
        .select(['id', 'keyName', 'hint', 'lastUsedAt', 'createdAt'])
        .where('workspaceId', '=', scope.workspaceId)
        .orderBy('createdAt', 'desc')
        .orderBy('id')
        .execute(),

    find: (scope: Scope, id: string) =>
      db
        .selectFrom('api_key')
        .select(['id', 'keyName', 'hint', 'lastUsedAt', 'createdAt'])
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .executeTakeFirst(),

    /** Flows of the workspace that only one key may run. */
    boundFlows: (scope: Scope) =>
      db
        .selectFrom('flow')
        .select(['id', 'name as flowName', 'apikeyid'])
        .where('workspaceId', '=', scope.workspaceId)
        .where('apikeyid', 'is not', null)
        .execute(),

    insert: (row: Insertable<ApiKeyTable>) => db.insertInto('api_key').values(row).execute(),

    async rename(scope: Scope, id: string, keyName: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('api_key')
        .set({ keyName, updatedAt: Date.now() })
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async remove(scope: Scope, id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('api_key')
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
