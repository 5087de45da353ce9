import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  listAgentVersions,
  publishAgent,
  readAgentVersion,
  restoreAgentVersion,
} from '@tendril/contract/api/voice-agents';
import {
  agentSettingsQuery,
  voiceAgentQuery,
  voiceAgentsQuery,
  voiceLlmQuery,
} from '../../../features/voice-agent/agent.queries.ts';
import { call } from '../../../kit/api/call.ts';

/** The working state, where a version is asked for. */
export const draftId = 'draft';

/** Published versions, newest first, and whether the draft differs from the live one. */
export const agentVersionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['voice-agent', id, 'versions'],
    queryFn: ({ signal }) => call(listAgentVersions, { params: { id }, signal }),
  });

/** What a version holds; the draft is read again each time. */
export const agentSnapshotQuery = (id: string, versionId: string) =>
  queryOptions({
    queryKey: ['voice-agent', id, 'versions', versionId],
    queryFn: async ({ signal }) => (await call(readAgentVersion, { params: { id, versionId }, signal })).data,
    staleTime: versionId === draftId ? 0 : Number.POSITIVE_INFINITY,
  });

/** Lets the draft answer calls. */
export function usePublishAgent(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (note: string) => call(publishAgent, { params: { id }, body: { note } }),
    onSuccess: () => client.invalidateQueries({ queryKey: agentVersionsQuery(id).queryKey }),
  });
}

/** Makes a version the draft again: everything of the agent is read again. */
export function useRestoreAgent(id: string, llmId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (versionId: string) => call(restoreAgentVersion, { params: { id, versionId } }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: voiceAgentQuery(id).queryKey }),
        client.invalidateQueries({ queryKey: agentSettingsQuery(id).queryKey }),
        client.invalidateQueries({ queryKey: voiceLlmQuery(llmId).queryKey }),
        client.invalidateQueries({ queryKey: voiceAgentsQuery.queryKey }),
      ]),
  });
}
