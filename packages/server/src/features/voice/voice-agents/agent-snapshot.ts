import { agentSettingsDefaults } from '@tendril/contract/voice/agent-defaults';
import type { VoiceAgentSettings, VoiceAgentSnapshot } from '@tendril/contract/voice/voice-agent';
import type { VoiceAgentTable, VoiceLlmTable } from '../../../platform/db/voice-tables.ts';
import { toVoiceAgent } from './agent-row.ts';
import { readLlmFields } from './llm-record.ts';
import { maskFunctions } from './sealed-functions.ts';

/** Settings with their defaults filled in. */
export function readSettings({ settings }: Pick<VoiceAgentTable, 'settings'>): VoiceAgentSettings {
  return { ...agentSettingsDefaults, ...(JSON.parse(settings) as Partial<VoiceAgentSettings>) };
}

/** An agent's whole current state, secrets sealed, as a version stores it. */
export function takeSnapshot(agent: VoiceAgentTable, llm: VoiceLlmTable): VoiceAgentSnapshot {
  return { agent: toVoiceAgent(agent), settings: readSettings(agent), llm: readLlmFields(llm) };
}

/** The same as the API returns it. */
export function maskSnapshot({ agent, settings, llm }: VoiceAgentSnapshot): VoiceAgentSnapshot {
  return { agent, settings, llm: { ...llm, functions: maskFunctions(llm.functions) } };
}
