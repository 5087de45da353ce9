import { useQuery } from '@tanstack/react-query';
import { listAgentVersions } from '@tendril/contract/api/voice-agents';
import { call } from '../../kit/api/call.ts';
import { callsTexts } from '../../kit/texts/en/calls.ts';
import { say } from '../../kit/texts/texts.ts';

/** What an agent can be asked as: its draft, what is live, and its older versions. */
export function useAgentVersions(agentId: string | undefined): { value: string; label: string }[] {
  const { data } = useQuery({
    queryKey: ['voice-agent', agentId, 'versions'],
    queryFn: ({ signal }) => call(listAgentVersions, { params: { id: agentId ?? '' }, signal }),
    enabled: agentId !== undefined,
    retry: false,
  });
  const older = data?.data ?? [];
  return [
    { value: 'draft', label: say(callsTexts, 'versionDraft') },
    { value: 'live', label: say(callsTexts, 'versionLive') },
    ...older.map(({ id, number }) => ({ value: id, label: say(callsTexts, 'versionOld', { number }) })),
  ];
}
