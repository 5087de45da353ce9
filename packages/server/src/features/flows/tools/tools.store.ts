import type { Insertable, Updateable } from 'kysely';
import type { Database, DatabaseTransaction, ToolTable } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

/** Rows of custom tools. */
export function toolStore(db: Database | DatabaseTransaction) {
  const ofWorkspace = (scope: Scope) =>
    db.selectFrom('tool').selectAll().where('workspaceId', '=', scope.workspaceId);

  return {
    list: (scope: Scope) => ofWorkspace(scope).orderBy('updatedAt', 'desc').orderBy('id').execute(),
    find: (scope: Scope, id: string) => ofWorkspace(scope).where('id', '=', id).executeTakeFirst(),
    findByName: (scope: Scope, name: string) => ofWorkspace(scope).where('name', '=', name).execute(),
    insert: (row: Insertable<ToolTable>) => db.insertInto('tool').values(row).execute(),

    async update(scope: Scope, id: string, changes: Updateable<ToolTable>): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('tool')
        .set(changes)
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    mark: (scope: Scope, id: string, marks: Pick<ToolTable, 'lastRunAt' | 'lastRunFailed'>) =>
      db
        .updateTable('tool')
        .set(marks)
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .execute(),

    async remove(scope: Scope, id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('tool')
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
