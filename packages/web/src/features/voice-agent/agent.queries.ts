import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { SentBody } from '@tendril/contract/api/endpoint';
import {
  listAgentOverviews,
  listVoiceAgents,
  readAgentSettings,
  readVoiceAgent,
  readVoiceLlm,
  updateAgentSettings,
  updateVoiceAgent,
  updateVoiceLlm,
} from '@tendril/contract/api/voice-agents';
import { listVoices } from '@tendril/contract/api/voices';
import { call } from '../../kit/api/call.ts';

export const voiceAgentsQuery = queryOptions({
  queryKey: ['voice-agents'],
  queryFn: async ({ signal }) => (await call(listVoiceAgents, { signal })).data,
});

export const agentOverviewsQuery = queryOptions({
  queryKey: ['voice-agents', 'overviews'],
  queryFn: async ({ signal }) => (await call(listAgentOverviews, { signal })).data,
});

export const voiceAgentQuery = (id: string) =>
  queryOptions({
    queryKey: ['voice-agent', id],
    queryFn: async ({ signal }) => (await call(readVoiceAgent, { params: { id }, signal })).data,
  });

export const agentSettingsQuery = (id: string) =>
  queryOptions({
    queryKey: ['voice-agent', id, 'settings'],
    queryFn: async ({ signal }) => (await call(readAgentSettings, { params: { id }, signal })).data,
  });

export const voiceLlmQuery = (id: string) =>
  queryOptions({
    queryKey: ['voice-llm', id],
    queryFn: async ({ signal }) => (await call(readVoiceLlm, { params: { id }, signal })).data,
  });

export const voicesQuery = queryOptions({
  queryKey: ['voices'],
  queryFn: ({ signal }) => call(listVoices, { signal }),
});

/** Saves fields of the agent object; the answer is what the screens show from then on. */
export function useUpdateVoiceAgent(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SentBody<typeof updateVoiceAgent>) => call(updateVoiceAgent, { params: { id }, body }),
    onSuccess: ({ data }) => {
      client.setQueryData(voiceAgentQuery(id).queryKey, data);
      return client.invalidateQueries({ queryKey: voiceAgentsQuery.queryKey });
    },
  });
}

/** Saves what the agent object has no field for. */
export function useUpdateAgentSettings(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SentBody<typeof updateAgentSettings>) =>
      call(updateAgentSettings, { params: { id }, body }),
    onSuccess: ({ data }) => client.setQueryData(agentSettingsQuery(id).queryKey, data),
  });
}

/** Saves fields of the LLM record. */
export function useUpdateVoiceLlm(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SentBody<typeof updateVoiceLlm>) => call(updateVoiceLlm, { params: { id }, body }),
    onSuccess: ({ data }) => client.setQueryData(voiceLlmQuery(id).queryKey, data),
  });
}
