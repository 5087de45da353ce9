import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { VoiceAgentVersionTable } from '../../../platform/db/voice-tables.ts';

/** Rows of versions, which never change. Every call takes the workspace. */
export function agentVersionStore(db: Database | DatabaseTransaction) {
  const ofAgent = (scope: Scope, agentId: string) =>
    db
      .selectFrom('voice_agent_version')
      .where('workspaceId', '=', scope.workspaceId)
      .where('agentId', '=', agentId);

  return {
    /** Newest first, without their content. */
    list: (scope: Scope, agentId: string) =>
      ofAgent(scope, agentId)
        .select(['id', 'number', 'kind', 'note', 'author', 'createdAt'])
        .orderBy('number', 'desc')
        .execute(),

    listSnapshots: (scope: Scope, agentId: string) =>
      ofAgent(scope, agentId).select(['id', 'snapshot']).execute(),

    find: (scope: Scope, agentId: string, id: string) =>
      ofAgent(scope, agentId).selectAll().where('id', '=', id).executeTakeFirst(),

    async lastNumber(scope: Scope, agentId: string): Promise<number> {
      const row = await ofAgent(scope, agentId)
        .select('number')
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.number ?? 0;
    },

    insert: (row: VoiceAgentVersionTable) => db.insertInto('voice_agent_version').values(row).execute(),

    remove: (scope: Scope, agentId: string, id: string) =>
      db
        .deleteFrom('voice_agent_version')
        .where('workspaceId', '=', scope.workspaceId)
        .where('agentId', '=', agentId)
        .where('id', '=', id)
        .execute(),

    removeOf: (scope: Scope, agentId: string) =>
      db
        .deleteFrom('voice_agent_version')
        .where('workspaceId', '=', scope.workspaceId)
        .where('agentId', '=', agentId)
        .execute(),
  };
}
