import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

/** Which agents are for chats, to clients of Retell's API. */
export function retellChatAgentStore(db: Database) {
  return {
    /** After how much silence its chats are ended; undefined for an agent that is not for chats. */
    async endAfterMs({ workspaceId }: Scope, agentId: string): Promise<number | undefined> {
      const row = await db
        .selectFrom('retell_chat_agent')
        .select('endAfterMs')
        .where('workspaceId', '=', workspaceId)
        .where('agentId', '=', agentId)
        .executeTakeFirst();
      return row && Number(row.endAfterMs);
    },

    insert: ({ workspaceId }: Scope, agentId: string, endAfterMs: number) =>
      db.insertInto('retell_chat_agent').values({ agentId, workspaceId, endAfterMs }).execute(),

    update: ({ workspaceId }: Scope, agentId: string, endAfterMs: number) =>
      db
        .updateTable('retell_chat_agent')
        .set({ endAfterMs })
        .where('workspaceId', '=', workspaceId)
        .where('agentId', '=', agentId)
        .execute(),
  };
}
