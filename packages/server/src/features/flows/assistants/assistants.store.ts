import type { Updateable } from 'kysely';
import type { AssistantTable } from '../../../platform/db/assistant-tables.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

/** Rows of assistants. Every call takes the workspace; rows of other workspaces are invisible. */
export function assistantStore(db: Database) {
  const ofWorkspace = (scope: Scope) =>
    db.selectFrom('assistant').selectAll().where('workspaceId', '=', scope.workspaceId);

  return {
    list(scope: Scope, type: AssistantTable['type'] | undefined) {
      const rows = ofWorkspace(scope).orderBy('updatedAt', 'desc').orderBy('id');
      return (type === undefined ? rows : rows.where('type', '=', type)).execute();
    },

    find: (scope: Scope, id: string) => ofWorkspace(scope).where('id', '=', id).executeTakeFirst(),

    insert: (row: AssistantTable) => db.insertInto('assistant').values(row).execute(),

    /** Changes the row if it is still at `revision`; returns whether it was. */
    async update(
      scope: Scope,
      id: string,
      revision: number,
      changes: Updateable<AssistantTable>,
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('assistant')
        .set({ ...changes, revision: revision + 1 })
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .where('revision', '=', revision)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Returns whether it existed. */
    async remove(scope: Scope, id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('assistant')
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
