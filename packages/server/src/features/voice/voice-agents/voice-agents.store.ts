import type { Updateable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { isPostgres } from '../../../platform/db/sequence-column.ts';
import type { VoiceAgentTable } from '../../../platform/db/voice-tables.ts';

/** Rows of voice agents. Every call takes the workspace; rows of other workspaces are invisible. */
export function voiceAgentStore(db: Database | DatabaseTransaction) {
  const ofWorkspace = (scope: Scope) =>
    db.selectFrom('voice_agent').selectAll().where('workspaceId', '=', scope.workspaceId);

  return {
    list: (scope: Scope) => ofWorkspace(scope).orderBy('createdAt', 'desc').orderBy('id', 'desc').execute(),
    find: (scope: Scope, id: string) => ofWorkspace(scope).where('id', '=', id).executeTakeFirst(),
    listByLlm: (scope: Scope, llmId: string) =>
      ofWorkspace(scope).where('llmId', '=', llmId).orderBy('createdAt').orderBy('id').execute(),

    /** Locks the row until the transaction ends. */
    findForChange(scope: Scope, id: string) {
      const row = ofWorkspace(scope).where('id', '=', id);
      return (isPostgres(db as Database) ? row.forUpdate() : row).executeTakeFirst();
    },

    /** Returns false, and writes nothing, when any workspace has an agent with that id. */
    async insert(row: VoiceAgentTable): Promise<boolean> {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('voice_agent')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows > 0n;
    },

    /** Changes the columns that are given; returns whether the row existed. */
    async update(scope: Scope, id: string, changes: Updateable<VoiceAgentTable>): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('voice_agent')
        .set(changes)
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    remove: (scope: Scope, id: string) =>
      db
        .deleteFrom('voice_agent')
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .execute(),
  };
}
