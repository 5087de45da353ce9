import type { Updateable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { isPostgres } from '../../../platform/db/sequence-column.ts';
import type { VoiceLlmTable } from '../../../platform/db/voice-tables.ts';

/** Rows of LLM records. Every call takes the workspace. */
export function voiceLlmStore(db: Database | DatabaseTransaction) {
  const ofWorkspace = (scope: Scope) =>
    db.selectFrom('voice_llm').selectAll().where('workspaceId', '=', scope.workspaceId);

  return {
    list: (scope: Scope) => ofWorkspace(scope).orderBy('createdAt', 'desc').orderBy('id', 'desc').execute(),
    find: (scope: Scope, id: string) => ofWorkspace(scope).where('id', '=', id).executeTakeFirst(),

    /** Locks the row until the transaction ends. */
    findForChange(scope: Scope, id: string) {
      const row = ofWorkspace(scope).where('id', '=', id);
      return (isPostgres(db as Database) ? row.forUpdate() : row).executeTakeFirst();
    },

    /** Whether any workspace has a record of that id. */
    async isTaken(id: string): Promise<boolean> {
      const row = await db.selectFrom('voice_llm').select('id').where('id', '=', id).executeTakeFirst();
      return row !== undefined;
    },

    insert: (row: VoiceLlmTable) => db.insertInto('voice_llm').values(row).execute(),

    update: (scope: Scope, id: string, changes: Updateable<VoiceLlmTable>) =>
      db
        .updateTable('voice_llm')
        .set(changes)
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .execute(),

    remove: (scope: Scope, id: string) =>
      db.deleteFrom('voice_llm').where('workspaceId', '=', scope.workspaceId).where('id', '=', id).execute(),
  };
}
