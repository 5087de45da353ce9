import { useQuery } from '@tanstack/react-query';
import { llmOptions } from '@tendril/contract/voice/llm-options';
import { agentSettingsQuery } from '../../../features/voice-agent/agent.queries.ts';
import { useLlmField } from '../llm/use-llm-session.ts';
import type { TestKind } from './last-kind.ts';

/** The list's price of a minute with the agent's model; undefined where a call is paid by its work. */
export function usePricePerMinute(agentId: string, kind: TestKind): number | undefined {
  const model = useLlmField('model');
  const { data } = useQuery(agentSettingsQuery(agentId));
  if (kind === 'text' || data?.brain.type !== 'prompt') return undefined;
  return llmOptions.find(({ id }) => id === model)?.usdPerMinute;
}
