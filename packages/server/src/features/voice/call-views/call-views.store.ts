import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { CallViewTable } from '../../../platform/db/voice-tables.ts';

/** Whose views are read and changed: those of a person in a workspace. */
export interface PersonScope extends Scope {
  readonly userId: string;
}

/** Rows of saved views. */
export function callViewStore(db: Database) {
  return {
    /** Those of the person, and the shared ones; oldest first. */
    listFor: ({ workspaceId, userId }: PersonScope) =>
      db
        .selectFrom('call_view')
        .selectAll()
        .where('workspaceId', '=', workspaceId)
        .where((row) => row.or([row('userId', '=', userId), row('isShared', '=', 1)]))
        .orderBy('createdAt')
        .orderBy('id')
        .execute(),

    async countOf({ workspaceId, userId }: PersonScope): Promise<number> {
      const { count } = await db
        .selectFrom('call_view')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .where('workspaceId', '=', workspaceId)
        .where('userId', '=', userId)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    insert: (row: CallViewTable) => db.insertInto('call_view').values(row).execute(),

    /** Returns the changed row; undefined when the person has no such view. */
    update: (person: PersonScope, id: string, changes: Partial<CallViewTable>) =>
      db
        .updateTable('call_view')
        .set(changes)
        .where('workspaceId', '=', person.workspaceId)
        .where('userId', '=', person.userId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst(),

    async remove({ workspaceId, userId }: PersonScope, id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('call_view')
        .where('workspaceId', '=', workspaceId)
        .where('userId', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
