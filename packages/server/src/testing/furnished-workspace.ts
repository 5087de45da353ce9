import { createCallView } from '@tendril/contract/api/call-views';
import { createCall } from '@tendril/contract/api/calls';
import type { EndpointDefinition } from '@tendril/contract/api/endpoint';
import { hubPrefix } from '@tendril/contract/api/hub';
import { createPhoneNumber, phoneNumbersPath } from '@tendril/contract/api/phone-numbers';
import { agentsPrefix } from '@tendril/contract/api/prefixes';
import { createRetellChatAgent } from '@tendril/contract/api/retell-chat-agents';
import { createRetellKnowledgeBase } from '@tendril/contract/api/retell-knowledge-bases';
import { retellPrefix } from '@tendril/contract/api/retell-pages';
import { createSimulation } from '@tendril/contract/api/simulations';
import {
  createVoiceAgent,
  publishAgent,
  updateAgentSettings,
  updateVoiceLlm,
} from '@tendril/contract/api/voice-agents';
import { createCustomVoice } from '@tendril/contract/api/voices';
import { sampleBodies } from './sample-bodies/sample-bodies.ts';
import type { FurnishedWorkspace } from './sample-bodies/sample-body.ts';
import type { TestApp, TestUser } from './test-app.ts';

const voicePrefixes = [`${hubPrefix}/`, `${retellPrefix}/`, phoneNumbersPath];

/** The mounted routes of the voice features. */
export function voiceEndpoints(app: TestApp): EndpointDefinition[] {
  return app.app.routes
    .map(({ endpoint }) => endpoint)
    .filter(({ path }) => voicePrefixes.some((prefix) => path.startsWith(prefix)));
}

/** The address of a route with the ids of a workspace in its parameters; `other` replaces the first one when given. */
export function addressOf(endpoint: EndpointDefinition, all: FurnishedWorkspace, other?: string): string {
  let isFirst = true;
  return endpoint.path.replaceAll(/:(\w+)/g, (_place, name: string, at: number) => {
    const value = isFirst && other !== undefined ? other : idOf(endpoint.path.slice(0, at), name, all);
    isFirst = false;
    return encodeURIComponent(value);
  });
}

function idOf(before: string, name: string, all: FurnishedWorkspace): string {
  const named: Record<string, string> = {
    agentId: all.agentId,
    llmId: all.llmId,
    versionId: all.versionId,
    callId: all.callId,
    deliveryId: all.deliveryId,
    replayId: all.replayId,
    phoneNumber: all.phoneNumber,
    voiceId: all.voiceId,
    knowledgeBaseId: all.knowledgeBaseId,
    chatId: all.callId,
    conversationFlowId: 'conversation_flow_1',
    componentId: 'component_1',
    testCaseDefinitionId: all.simulationId,
    testCaseBatchJobId: 'batch_1',
    testCaseJobId: 'job_1',
    sourceId: 'source_1',
    file: `${all.callId}.wav`,
  };
  const owned: [string, string][] = [
    [`${agentsPrefix}/`, all.agentId],
    [`${hubPrefix}/llms/`, all.llmId],
    [`${hubPrefix}/calls/`, all.callId],
    [`${hubPrefix}/simulations/`, all.simulationId],
    [`${hubPrefix}/call-views/`, all.viewId],
    [`${hubPrefix}/call-replays/`, all.replayId],
    [`${hubPrefix}/voices/`, all.voiceId],
    [`${hubPrefix}/flows/`, all.flowId],
    [`${hubPrefix}/batch-calls/`, 'batch_1'],
    [`${retellPrefix}/update-chat-agent/`, all.chatAgentId],
    [`${phoneNumbersPath}/`, all.numberId],
  ];
  const found = owned.find(([prefix]) => before === prefix)?.[1] ?? named[name];
  if (found === undefined) throw new Error(`What stands for :${name} after ${before}?`);
  return found;
}

/** Creates one of everything that the samples refer to. */
export async function furnishWorkspace(
  app: TestApp,
  user: TestUser,
  flowId: string,
): Promise<FurnishedWorkspace> {
  const call = async (method: 'POST' | 'PUT', url: string, payload: object) => {
    const answer = await user.inject({ method, url, payload });
    if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.body}`);
    return answer.json();
  };
  const all: FurnishedWorkspace = { ...nothing, flowId };
  const sample = (endpoint: EndpointDefinition) => sampleBodies.get(endpoint)?.(all) ?? {};
  const make = async (endpoint: EndpointDefinition, change: object = {}) =>
    (await call('POST', addressOf(endpoint, all), { ...sample(endpoint), ...change })).data;
  const base = { knowledge_base_name: 'Handbook' };
  all.knowledgeBaseId = (await call('POST', createRetellKnowledgeBase.path, base)).knowledge_base_id;
  const agent = await make(createVoiceAgent);
  all.agentId = agent.id;
  all.llmId = agent.responseEngineLlmId;
  await call('PUT', addressOf(updateVoiceLlm, all), sample(updateVoiceLlm));
  const settings = { ...sample(updateAgentSettings), brain: { type: 'prompt' } };
  await call('PUT', addressOf(updateAgentSettings, all), settings);
  all.versionId = (await make(publishAgent)).id;
  all.callId = (await make(createCall)).id;
  all.numberId = (await make(createPhoneNumber, { phoneNumber: all.phoneNumber })).id;
  all.voiceId = (await make(createCustomVoice, { providerVoiceId: 'el-0' })).voice_id;
  all.simulationId = (await make(createSimulation)).id;
  all.chatAgentId = (await call('POST', createRetellChatAgent.path, sample(createRetellChatAgent))).agent_id;
  all.viewId = (await make(createCallView)).id;
  await insertDelivery(app, user.caller.workspaceId, all);
  await insertReplay(app, user.caller.workspaceId, all);
  return all;
}

const nothing: Omit<FurnishedWorkspace, 'flowId'> = {
  agentId: '',
  chatAgentId: '',
  llmId: '',
  versionId: '',
  callId: '',
  numberId: '',
  phoneNumber: '+15125550100',
  voiceId: '',
  simulationId: '',
  knowledgeBaseId: '',
  deliveryId: 'delivery_1',
  viewId: '',
  replayId: 'replay_1',
};

async function insertReplay(app: TestApp, workspaceId: string, all: FurnishedWorkspace): Promise<void> {
  const { replayId: id, agentId, callId: sourceCallId } = all;
  const asked = { version: 'draft', versionNumber: 0, way: 'words' as const, startedAt: 1 };
  const summary = { explanation: '', turns: 0, changedTurns: 0, costUsd: 0 };
  await app.infrastructure.db
    .insertInto('call_replay')
    .values({
      ...{ id, workspaceId, batchId: id, agentId, agentName: 'Desk', caller: '', sourceCallId, callId: null },
      ...{ ...asked, status: 'same', summary: JSON.stringify(summary), compared: '[]', ownerId: null },
    })
    .execute();
}

async function insertDelivery(app: TestApp, workspaceId: string, all: FurnishedWorkspace): Promise<void> {
  const { deliveryId: id, agentId, callId } = all;
  const origin = 'https://hooks.example';
  const about = { id, workspaceId, agentId, callId, event: 'call_ended', url: `${origin}/voice`, origin };
  const ended = { state: 'delivered' as const, attempts: 1, lastStatus: 204, lastError: null, lastMs: 3 };
  const free = { nextAt: null, leaseOwner: null, leasedUntil: null, createdAt: 1, updatedAt: Date.now() };
  await app.infrastructure.db
    .insertInto('webhook_delivery')
    .values({ ...about, ...ended, ...free, body: '{}' })
    .execute();
}
