import { type Insertable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { CustomVoiceTable } from '../../../platform/db/voice-tables.ts';

/** Rows of the voices that a workspace added. */
export function voiceStore(db: Database | DatabaseTransaction) {
  const ofWorkspace = ({ workspaceId }: Scope) =>
    db.selectFrom('custom_voice').selectAll().where('workspaceId', '=', workspaceId);

  return {
    list: (scope: Scope) => ofWorkspace(scope).orderBy('name').orderBy('id').execute(),
    find: (scope: Scope, id: string) => ofWorkspace(scope).where('id', '=', id).executeTakeFirst(),
    findByVendor: (scope: Scope, provider: CustomVoiceTable['provider'], providerVoiceId: string) =>
      ofWorkspace(scope)
        .where('provider', '=', provider)
        .where('providerVoiceId', '=', providerVoiceId)
        .executeTakeFirst(),
    insert: (row: Insertable<CustomVoiceTable>) => db.insertInto('custom_voice').values(row).execute(),

    async remove(scope: Scope, id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('custom_voice')
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /** Names of the agents that use a voice, or fall back on it, in their draft or live version. */
    async agentsWith({ workspaceId }: Scope, voiceId: string): Promise<string[]> {
      const named = `%${JSON.stringify(voiceId).replaceAll(/[\\%_]/g, '\\$&')}%`;
      const rows = await db
        .selectFrom('voice_agent')
        .leftJoin('voice_agent_version', 'voice_agent_version.id', 'voice_agent.liveVersionId')
        .select('voice_agent.agentName')
        .where('voice_agent.workspaceId', '=', workspaceId)
        .where((where) =>
          where.or([
            where('voice_agent.voiceId', '=', voiceId),
            sql<boolean>`${where.ref('voice_agent.settings')} like ${named} escape '\\'`,
            sql<boolean>`${where.ref('voice_agent_version.snapshot')} like ${named} escape '\\'`,
          ]),
        )
        .orderBy('voice_agent.agentName')
        .execute();
      return rows.map(({ agentName }) => agentName);
    },
  };
}
