import { defaultVoiceId } from '@tendril/contract/voice/agent-defaults';
import { defaultLanguage } from '@tendril/contract/voice/languages';
import type { VoiceAgentFields } from '@tendril/contract/voice/voice-agent';
import { mintOrderedId } from '../../db/ordered-id.ts';
import type { DatabaseTransaction } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import type { VoiceAgentTable } from '../../db/voice-tables.ts';
import { emptyColumns, toColumns } from './agent-row.ts';
import { voiceAgentStore } from './voice-agents.store.ts';

type Fields = Partial<VoiceAgentFields> & { agentName: string };

/**
 * The row of a new agent (SP-06): English, a voice of the catalogue, and nothing else that was not sent. A wanted id
 * is kept when it is free everywhere.
 */
export async function newAgentRow(
  trx: DatabaseTransaction,
  { workspaceId }: Scope,
  { agentName, ...fields }: Fields,
  { wanted, llmId }: { wanted?: string | undefined; llmId: string },
): Promise<VoiceAgentTable> {
  const now = Date.now();
  const isFree = wanted !== undefined && !(await voiceAgentStore(trx).isTaken(wanted));
  return {
    ...emptyColumns,
    id: isFree ? wanted : `agent_${mintOrderedId()}`,
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
