import { useQuery } from '@tanstack/react-query';
import { RequestError } from '../../kit/api/request-error.ts';
import { agentSettingsQuery, voiceAgentQuery } from './agent.queries.ts';
import type { StoredAgent } from './edited-values.ts';

/** What is stored of an agent, and whether there is one to save to: not while it loads, nor once it is deleted. */
export function useStoredAgent(agentId: string): StoredAgent & { isMissing: boolean } {
  const isNamed = agentId !== '';
  const agent = useQuery({ ...voiceAgentQuery(agentId), enabled: isNamed });
  const settings = useQuery({ ...agentSettingsQuery(agentId), enabled: isNamed });
  const isGone = agent.error instanceof RequestError && agent.error.status === 404;
  return {
    agent: agent.data,
    settings: settings.data,
    isMissing: !isNamed || agent.data === undefined || isGone,
  };
}
