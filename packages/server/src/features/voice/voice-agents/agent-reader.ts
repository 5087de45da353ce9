import type { AgentSettings } from '@tendril/contract/api/voice-agents';
import { AppError } from '@tendril/contract/app-error';
import type { VoiceAgentSnapshot } from '@tendril/contract/voice/voice-agent';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { VoiceAgentTable, VoiceLlmTable } from '../../../platform/db/voice-tables.ts';
import type { Vault } from '../../../platform/secrets/vault.ts';
import { toVoiceAgent } from './agent-row.ts';
import { maskSnapshot, readSettings, takeSnapshot } from './agent-snapshot.ts';
import { agentVersionStore } from './agent-versions.store.ts';
import { findAgent, findLlm } from './find-agent.ts';
import { readLlmFields } from './llm-record.ts';
import { openFunctions } from './sealed-functions.ts';
import { voiceAgentStore } from './voice-agents.store.ts';
import type { TakenSnapshot, VoiceAgents, WantedVersion } from './voice-agents.ts';

type Reading = Pick<VoiceAgents, 'list' | 'read' | 'findByLlm' | 'readSettings' | 'snapshot' | 'openSecrets'>;

/** Reads agents, as they are now and as they were. */
export function agentReader(db: Database, vault: Vault): Reading {
  const store = voiceAgentStore(db);

  return {
    list: async (scope) => (await store.list(scope)).map(toVoiceAgent),
    read: async (scope, id) => toVoiceAgent(await findAgent(db, scope, id)),
    findByLlm: async (scope, llmId) => (await store.listByLlm(scope, llmId)).map(toVoiceAgent),

    async readSettings(scope, id) {
      const agent = await findAgent(db, scope, id);
      return toAgentSettings(agent, await findLlm(db, scope, agent.llmId));
    },

    async snapshot(scope, id, version) {
      const taken = await openSnapshot(db, scope, id, version);
      return { ...taken, snapshot: maskSnapshot(taken.snapshot) };
    },

    async openSecrets(scope, id, version) {
      const { snapshot } = await openSnapshot(db, scope, id, version);
      return openFunctions(vault, scope, snapshot.llm.functions);
    },
  };
}

/** An agent as it is or was, its secrets sealed. Throws NOT_FOUND. */
export async function openSnapshot(
  db: Database,
  scope: Scope,
  id: string,
  wanted: WantedVersion,
): Promise<TakenSnapshot> {
  const agent = await findAgent(db, scope, id);
  const versionId = wanted === 'live' ? agent.liveVersionId : wanted === 'draft' ? null : wanted;
  if (versionId === null) {
    const snapshot = takeSnapshot(agent, await findLlm(db, scope, agent.llmId));
    return { snapshot, versionNumber: 0, versionId };
  }
  const version = await agentVersionStore(db).find(scope, id, versionId);
  if (!version) throw new AppError('NOT_FOUND', 'Version of this agent not found.');
  const snapshot = JSON.parse(version.snapshot) as VoiceAgentSnapshot;
  return { snapshot, versionNumber: version.number, versionId };
}

/** The settings of an agent, and the variables of its record. */
export function toAgentSettings(agent: VoiceAgentTable, llm: VoiceLlmTable): AgentSettings {
  const { defaultDynamicVariables } = readLlmFields(llm);
  return { ...readSettings(agent), defaultDynamicVariables };
}
