import { searchEverywhere } from '@tendril/contract/api/search';
import type { VoiceAgent } from '@tendril/contract/voice/voice-agent';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { KnowledgeDriver } from '../../../testing/knowledge-driver.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { AgentDriver } from './testing/agent-driver.ts';

const studio = '/api/agent-studio/v1';

describe.each(databases)('what voice agents use, on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let driver: AgentDriver;
  let agent: VoiceAgent;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
    driver = new AgentDriver(user);
    agent = await driver.make('Front desk');
  });
  afterAll(() => app.close());

  const post = async (path: string, payload: object) =>
    (await user.inject({ method: 'POST', url: `${studio}/${path}`, payload })).json();

  it('they are found by their name', async () => {
    const find = async (by: Pick<TestUser, 'inject'>) =>
      (await by.inject({ url: `${searchEverywhere.path}?q=front` })).json();
    expect(await find(user)).toEqual([
      { kind: 'voice-agent', id: agent.id, name: 'Front desk', updatedAt: expect.any(Number) },
    ]);
  });

  it('a secret names the agents whose model it opens', async () => {
    const secret = await post('credentials', {
      name: 'Key',
      credentialName: 'openAIApi',
      plainDataObj: { openAIApiKey: 'sk-1' },
    });
    await driver.saveLlm(agent.responseEngineLlmId, { credentialId: secret.id });
    const { usedBy } = (await user.inject({ url: `${studio}/credentials/${secret.id}` })).json();
    expect(usedBy).toEqual([{ kind: 'voiceAgent', id: agent.id, name: 'Front desk' }]);
  });

  it('a knowledge base names the agents that ask it, also when only the live version does', async () => {
    const knowledge = new KnowledgeDriver(user);
    const { id } = await knowledge.makeStore();
    await driver.saveLlm(agent.responseEngineLlmId, { knowledgeBaseIds: [id] });
    await driver.call('POST', `agents/${agent.id}/versions`, {});
    await driver.saveLlm(agent.responseEngineLlmId, { knowledgeBaseIds: [] });
    const named = { id: agent.id, name: 'Front desk', type: 'VOICEAGENT' };
    expect((await knowledge.readStore(id)).whereUsed).toEqual([named]);
    await driver.call('POST', `agents/${agent.id}/versions`, {});
    expect((await knowledge.readStore(id)).whereUsed).toEqual([]);
  });

  it('a flow names the agents that it answers for', async () => {
    const flow = await post('flows', { name: 'Desk', type: 'CHATFLOW', flowData: { nodes: [], edges: [] } });
    const agentsOf = async (by: ConstructorParameters<typeof AgentDriver>[0]) =>
      new AgentDriver(by).call('GET', `flows/${flow.id}/agents`);
    expect(await agentsOf(user)).toEqual([]);
    await driver.saveSettings(agent.id, { brain: { type: 'flow', flowId: flow.id, versionId: null } });
    expect(await agentsOf(user)).toEqual([{ id: agent.id, agentName: 'Front desk' }]);
    const foreign = new AgentDriver(await makeKey(app)).send('GET', `flows/${flow.id}/agents`);
    expect((await foreign).statusCode).toBe(404);
  });

  it('the list shows an agent’s calls of seven days, its numbers and what answers', async () => {
    const { id } = await driver.make('Busy');
    const numbers = '/api/core/v1/assistant-phone-numbers';
    const payload = { phoneNumber: '+14155550123', provider: 'sip', inboundAgentId: id };
    await user.inject({ method: 'POST', url: numbers, payload });
    await insertCalls(app, user.caller.workspaceId, id);
    const overviews = await driver.call<{ id: string }[]>('GET', 'agent-overviews');
    expect(overviews.find((one) => one.id === id)).toEqual({
      id,
      brain: { type: 'prompt', name: 'GPT 4.1 mini', flowId: null },
      numbers: ['+14155550123'],
      calls7d: 4,
      success: 2 / 3,
      p50Ms: 800,
      p95Ms: 1300,
      updatedAt: expect.any(Number),
    });
    expect(overviews.find((one) => one.id === agent.id)).toMatchObject({
      calls7d: 0,
      success: null,
      p50Ms: null,
      p95Ms: null,
    });
  });
});

/** Four calls of this week; those of a simulation, of the editor and of last month do not count. */
async function insertCalls(app: TestApp, workspaceId: string, agentId: string): Promise<void> {
  const call = (index: number, rest: object) => ({
    id: `call_${agentId}_${index}`.slice(-60),
    workspaceId,
    agentId,
    agentName: 'Busy',
    agentVersion: 0,
    versionId: null,
    channel: 'audio' as const,
    kind: 'web' as const,
    direction: 'inbound' as const,
    fromNumber: '',
    toNumber: '',
    status: 'ended' as const,
    startedAt: Date.now(),
    endedAt: Date.now(),
    durationMs: 1000,
    disconnectionReason: 'user_hangup',
    isDemo: 0 as const,
    isPrivate: 0 as const,
    hasRecording: 0 as const,
    isSigned: 0 as const,
    costUsd: 0,
    e2eP50Ms: null,
    e2eP95Ms: null,
    isSuccessful: null,
    tokenHash: null,
    createdAt: Date.now() + index,
    variables: '{}',
    collectedVariables: '{}',
    metadata: '{}',
    latency: '{}',
    analysis: null,
    transcript: '[]',
    ...rest,
  });
  const month = 30 * 24 * 60 * 60 * 1000;
  await app.infrastructure.db
    .insertInto('call')
    .values([
      call(0, { isSuccessful: 1, e2eP50Ms: 700, e2eP95Ms: 1000 }),
      call(1, { isSuccessful: 0, e2eP50Ms: 800, e2eP95Ms: 1300 }),
      call(2, { isSuccessful: 1, e2eP50Ms: 900, e2eP95Ms: 1200 }),
      call(3, {}),
      call(4, { kind: 'simulation', isSuccessful: 0, e2eP50Ms: 9000, e2eP95Ms: 9000 }),
      call(6, { kind: 'test', isSuccessful: 0 }),
      call(5, { createdAt: Date.now() - month, isSuccessful: 0 }),
    ])
    .execute();
}
