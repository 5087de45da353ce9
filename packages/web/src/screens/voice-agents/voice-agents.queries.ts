import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { createFromStarter, listFlows } from '@tendril/contract/api/flows';
import {
  createVoiceAgent,
  deleteVoiceAgent,
  duplicateVoiceAgent,
  exportVoiceAgent,
  importVoiceAgent,
  updateAgentSettings,
  updateVoiceLlm,
} from '@tendril/contract/api/voice-agents';
import { flowType } from '@tendril/contract/flow/flow';
import type { VoiceAgent } from '@tendril/contract/voice/voice-agent';
import { voiceAgentsQuery } from '../../features/voice-agent/agent.queries.ts';
import { call } from '../../kit/api/call.ts';
import { saveFile } from '../../kit/lib/save-file.ts';
import { type AgentStart, type Example, exampleFields, startFields } from './agent-start.ts';

function useRefreshAgents() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: voiceAgentsQuery.queryKey });
}

/** A new agent; `failure` says what of its start could not be saved. */
interface MadeAgent {
  agent: VoiceAgent;
  failure: unknown;
}

async function fillExample({ id, responseEngineLlmId }: VoiceAgent, example: Example): Promise<void> {
  await call(updateVoiceLlm, { params: { id: responseEngineLlmId }, body: exampleFields(example) });
  if (example !== 'bookings') return;
  const flow = await call(createFromStarter, { params: { starter: 'appointment-agent' } });
  const brain = { type: 'flow' as const, flowId: flow.id, versionId: null };
  await call(updateAgentSettings, { params: { id }, body: { brain } });
}

async function makeAgent({ name, start }: { name: string; start: AgentStart }): Promise<MadeAgent> {
  const { data: agent } = await call(createVoiceAgent, { body: { agentName: name } });
  try {
    if (start.kind === 'flow') {
      const body = { brain: { type: 'flow' as const, flowId: start.flowId, versionId: null } };
      await call(updateAgentSettings, { params: { id: agent.id }, body });
    }
    if (start.kind === 'starter')
      await call(updateVoiceLlm, {
        params: { id: agent.responseEngineLlmId },
        body: startFields(start.starter),
      });
    if (start.kind === 'example') await fillExample(agent, start.example);
    return { agent, failure: undefined };
  } catch (failure) {
    return { agent, failure };
  }
}

export function useCreateAgent() {
  const onSettled = useRefreshAgents();
  return useMutation({ mutationFn: makeAgent, onSettled });
}

export function useDuplicateAgent() {
  const onSettled = useRefreshAgents();
  return useMutation({
    mutationFn: async (id: string) => (await call(duplicateVoiceAgent, { params: { id } })).data,
    onSettled,
  });
}

/** Deletes agents one by one; when one is refused, those before it are gone all the same. */
export function useDeleteAgents() {
  const onSettled = useRefreshAgents();
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const outcomes = await Promise.allSettled(ids.map((id) => call(deleteVoiceAgent, { params: { id } })));
      const refused = outcomes.find((outcome) => outcome.status === 'rejected');
      if (refused) throw refused.reason;
    },
    onSettled,
  });
}

export function useImportAgent() {
  const onSettled = useRefreshAgents();
  return useMutation({
    mutationFn: (data: Record<string, unknown>) => call(importVoiceAgent, { body: { data } }),
    onSettled,
  });
}

/** Saves an agent as a file. */
export async function exportAgent(id: string, format: 'tendril' | 'retell'): Promise<void> {
  const { fileName, data } = await call(exportVoiceAgent, { params: { id }, query: { format } });
  saveFile(fileName, JSON.stringify(data, null, 2));
}

const mostFlows = 100;

/** Flows and pipelines that may answer calls, by name. */
export const answeringFlowsQuery = queryOptions({
  queryKey: ['flows', 'answering'],
  queryFn: async ({ signal }) => {
    const pages = await Promise.all(
      flowType.options.map((type) =>
        call(listFlows, { query: { type, sort: 'name', limit: mostFlows }, signal }),
      ),
    );
    return pages.flatMap(({ data }) => data);
  },
});
