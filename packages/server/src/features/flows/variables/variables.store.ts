import type { Insertable, Updateable } from 'kysely';
import type { Database, DatabaseTransaction, VariableTable } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

/** Rows of variables. */
export function variableStore(db: Database | DatabaseTransaction) {
  const ofWorkspace = (scope: Scope) =>
    db.selectFrom('variable').selectAll().where('workspaceId', '=', scope.workspaceId);

  return {
    list: (scope: Scope) => ofWorkspace(scope).orderBy('name').execute(),
    find: (scope: Scope, id: string) => ofWorkspace(scope).where('id', '=', id).executeTakeFirst(),
    findByName: (scope: Scope, name: string) =>
      ofWorkspace(scope).where('name', '=', name).executeTakeFirst(),
    insert: (row: Insertable<VariableTable>) => db.insertInto('variable').values(row).execute(),

    async update(scope: Scope, id: string, changes: Updateable<VariableTable>): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('variable')
        .set(changes)
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async remove(scope: Scope, id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('variable')
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
