import { defaultVoiceId } from '@tendril/contract/voice/agent-defaults';
import { defaultLanguage } from '@tendril/contract/voice/languages';
import type { VoiceAgentFields } from '@tendril/contract/voice/voice-agent';
import { mintOrderedId } from '../../../platform/db/ordered-id.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { VoiceAgentTable } from '../../../platform/db/voice-tables.ts';
import { emptyColumns, toColumns } from './agent-row.ts';

type Fields = Partial<VoiceAgentFields> & { agentName: string };

export const mintAgentId = () => `agent_${mintOrderedId()}`;

/** The row of a new agent: English, a voice of the catalogue, and nothing else that was not sent. */
export function newAgentRow(
  { workspaceId }: Scope,
  { agentName, ...fields }: Fields,
  { id, llmId }: { id: string; llmId: string },
): VoiceAgentTable {
  const now = Date.now();
  return {
    ...emptyColumns,
    id,
    workspaceId,
    llmId,
    agentName,
    voiceId: defaultVoiceId,
    language: defaultLanguage,
    ...toColumns(fields),
    settings: '{}',
    liveVersionId: null,
    createdAt: now,
    updatedAt: now,
  };
}
