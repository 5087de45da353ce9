import type { VoiceAgentSnapshot, VoiceLlmFields } from '@tendril/contract/voice/voice-agent';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { readSettings } from './agent-snapshot.ts';
import { readLlmFields } from './llm-record.ts';

/** A voice agent with what its draft and its live version refer to. */
interface AgentUses {
  id: string;
  name: string;
  credentialIds: ReadonlySet<string>;
  storeIds: ReadonlySet<string>;
  flowIds: ReadonlySet<string>;
}

/** What each voice agent of the workspace depends on, by name. */
export async function findAgentUses(db: Database, { workspaceId }: Scope): Promise<AgentUses[]> {
  const rows = await db
    .selectFrom('voice_agent')
    .innerJoin('voice_llm', 'voice_llm.id', 'voice_agent.llmId')
    .leftJoin('voice_agent_version', 'voice_agent_version.id', 'voice_agent.liveVersionId')
    .select(['voice_agent.id', 'voice_agent.agentName', 'voice_agent.settings'])
    .select(['voice_llm.fields', 'voice_agent_version.snapshot'])
    .where('voice_agent.workspaceId', '=', workspaceId)
    .orderBy('voice_agent.agentName')
    .orderBy('voice_agent.id')
    .execute();
  return rows.map(({ id, agentName, snapshot, ...draft }) => {
    const live = snapshot === null ? [] : [JSON.parse(snapshot) as VoiceAgentSnapshot];
    const states: Pick<VoiceAgentSnapshot, 'settings' | 'llm'>[] = [
      { settings: readSettings(draft), llm: readLlmFields(draft) },
      ...live,
    ];
    return {
      id,
      name: agentName,
      credentialIds: new Set(states.flatMap(({ llm }) => secretOf(llm))),
      storeIds: new Set(states.flatMap(({ llm }) => llm.knowledgeBaseIds)),
      flowIds: new Set(
        states.flatMap(({ settings: { brain } }) => (brain.type === 'flow' ? [brain.flowId] : [])),
      ),
    };
  });
}

const secretOf = ({ credentialId }: VoiceLlmFields) =>
  credentialId === null || credentialId === 'demo' ? [] : [credentialId];
