import type { Insertable, Selectable, Updateable } from 'kysely';
import type { ApiKeyTable } from '../../../platform/db/people-tables.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

const listed = [
  'id',
  'keyName',
  'hint',
  'scope',
  'flowIds',
  'permissions',
  'lastUsedAt',
  'expiresAt',
  'createdAt',
  'createdBy',
  'endedAt',
] as const satisfies (keyof ApiKeyTable)[];
export type ListedKey = Pick<Selectable<ApiKeyTable>, (typeof listed)[number]>;

/** Rows of API keys; of the key itself only the hash is stored. */
export function apiKeyStore(db: Database | DatabaseTransaction) {
  const ofWorkspace = (scope: Scope) =>
    db.selectFrom('api_key').select(listed).where('workspaceId', '=', scope.workspaceId);

  return {
    list: (scope: Scope): Promise<ListedKey[]> =>
      ofWorkspace(scope).orderBy('createdAt', 'desc').orderBy('id').execute(),

    find: (scope: Scope, id: string): Promise<ListedKey | undefined> =>
      ofWorkspace(scope).where('id', '=', id).executeTakeFirst(),

    /** Which of these ids and hashes exist in any workspace: both are unique across the installation. */
    taken: async (ids: readonly string[], hashes: readonly string[]) => ({
      ids: new Set(
        (await db.selectFrom('api_key').select('id').where('id', 'in', ids).execute()).map(({ id }) => id),
      ),
      hashes: await db
        .selectFrom('api_key')
        .select(['id', 'workspaceId', 'keyName', 'keyHash'])
        .where('keyHash', 'in', hashes)
        .execute(),
    }),

    /** Flows of the workspace that only one key may run. */
    boundFlows: (scope: Scope) =>
      db
        .selectFrom('flow')
        .select(['id', 'name as flowName', 'type', 'category', 'updatedAt', 'apikeyid'])
        .where('workspaceId', '=', scope.workspaceId)
        .where('apikeyid', 'is not', null)
        .orderBy('name')
        .execute(),

    /** Those of the named flows that exist in the workspace. */
    flowNames: async (scope: Scope, ids: readonly string[]) =>
      ids.length === 0
        ? []
        : db
            .selectFrom('flow')
            .select(['id', 'name as flowName'])
            .where('workspaceId', '=', scope.workspaceId)
            .where('id', 'in', ids)
            .orderBy('name')
            .execute(),

    insert: (row: Insertable<ApiKeyTable>) => db.insertInto('api_key').values(row).execute(),

    async update(scope: Scope, id: string, changes: Updateable<ApiKeyTable>): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('api_key')
        .set({ ...changes, updatedAt: Date.now() })
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

    removeAll: (scope: Scope) =>
      db.deleteFrom('api_key').where('workspaceId', '=', scope.workspaceId).execute(),
  };
}
