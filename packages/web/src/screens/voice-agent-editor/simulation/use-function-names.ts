import { useQuery } from '@tanstack/react-query';
import { voiceAgentQuery, voiceLlmQuery } from '../../../features/voice-agent/agent.queries.ts';

/** Names of the agent's functions, to be offered where one is written. */
export function useFunctionNames(agentId: string): readonly string[] {
  const { data: agent } = useQuery(voiceAgentQuery(agentId));
  const llmId = agent?.responseEngineLlmId ?? '';
  const { data: llm } = useQuery({ ...voiceLlmQuery(llmId), enabled: llmId !== '' });
  return llm?.functions.map(({ name }) => name) ?? [];
}
