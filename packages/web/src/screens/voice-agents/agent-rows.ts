import type { AgentOverview } from '@tendril/contract/api/voice-agents';
import { voiceLanguages } from '@tendril/contract/voice/languages';
import { type Voice, voiceNameOf } from '@tendril/contract/voice/voice';
import type { VoiceAgent } from '@tendril/contract/voice/voice-agent';

/** One agent as the list shows it. What is not known yet is absent. */
export interface AgentRow {
  id: string;
  agent: VoiceAgent;
  overview: AgentOverview | undefined;
  voice: Voice | undefined;
  voiceName: string;
  languageLabel: string;
}

export function languageLabelOf(code: string): string {
  return voiceLanguages.find((language) => language.code === code)?.label ?? code;
}

/** The agents with what other requests know of them. */
export function agentRows(
  agents: readonly VoiceAgent[],
  overviews: readonly AgentOverview[] | undefined,
  voices: readonly Voice[] | undefined,
): AgentRow[] {
  return agents.map((agent) => {
    const voice = voices?.find((one) => one.voice_id === agent.voiceId);
    return {
      id: agent.id,
      agent,
      overview: overviews?.find(({ id }) => id === agent.id),
      voice,
      voiceName: voice?.voice_name ?? voiceNameOf(agent.voiceId),
      languageLabel: languageLabelOf(agent.language),
    };
  });
}
