import { useQuery } from '@tanstack/react-query';
import { usablePostCallFields } from '@tendril/contract/voice/post-call-problems';
import { agentSettingsQuery } from '../../../features/voice-agent/agent.queries.ts';

/** Names of what the agent's analysis draws from a call, to be offered where one is written. */
export function useFieldNames(agentId: string): readonly string[] {
  const { data } = useQuery(agentSettingsQuery(agentId));
  return usablePostCallFields(data?.postCallFields ?? []).map(({ name }) => name);
}
