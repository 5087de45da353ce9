import type { Insertable, Updateable } from 'kysely';
import type { CredentialTable, Database } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';

/** Rows of stored secrets; their values are sealed. */
export function credentialStore(db: Database) {
  return {
    list(scope: Scope, kinds?: readonly string[]) {
      const rows = db
        .selectFrom('credential')
        .select(['id', 'name', 'credentialName', 'hint', 'createdAt', 'updatedAt'])
        .where('workspaceId', '=', scope.workspaceId)
        .orderBy('updatedAt', 'desc')
        .orderBy('id');
      return kinds ? rows.where('credentialName', 'in', kinds).execute() : rows.execute();
    },

    find: (scope: Scope, id: string) =>
      db
        .selectFrom('credential')
        .selectAll()
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .executeTakeFirst(),

    insert: (row: Insertable<CredentialTable>) => db.insertInto('credential').values(row).execute(),

    update: (scope: Scope, id: string, changes: Updateable<CredentialTable>) =>
      db
        .updateTable('credential')
        .set(changes)
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .execute(),

    async remove(scope: Scope, id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('credential')
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
