import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { makeFlow, readTemplates, studio, talkingFlow } from '../../../testing/flow-fixtures.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const url = `${studio}/credentials`;

describe.each(databases)('what uses a secret on %s', (database) => {
  let app: TestApp;
  let user: TestUser;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
  });
  afterAll(() => app.close());

  const send = async (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    payload?: object,
    headers = {},
  ) => {
    const answer = await user.inject({
      method,
      url: `${studio}/${path}`,
      headers,
      ...(payload && { payload }),
    });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    return answer.body ? answer.json() : undefined;
  };
  const make = async () => {
    const plainDataObj = { openAIApiKey: 'sk-used-somewhere' };
    return (await send('POST', 'credentials', { name: 'Key', credentialName: 'openAIApi', plainDataObj }))
      .id as string;
  };
  const flowWith = async (credential: string) => {
    const flow = new FlowBuilder(await readTemplates(user));
    const model = flow.add('chatOpenAI', { x: 0, y: 0 });
    const memory = flow.add('bufferMemory', { x: 0, y: 400 });
    const chain = flow.add('conversationChain', { x: 500, y: 0 });
    const data = flow.connect(model, chain, 'model').connect(memory, chain, 'memory').build();
    const [node] = data.nodes;
    if (node) node.data['credential'] = credential;
    return data;
  };
  const usesOf = (id: string) => send('GET', `credentials/${id}/uses`);

  it('is found in drafts, and gone when the draft is changed', async () => {
    const id = await make();
    const flowId = await makeFlow(user, await flowWith(id), 'Drafted');
    expect(await usesOf(id)).toEqual([{ kind: 'flow', id: flowId, name: 'Drafted' }]);
    const list = await send('GET', 'credentials');
    expect(list.find((row: { id: string }) => row.id === id).usedBy).toHaveLength(1);
    const payload = { flowData: await talkingFlow(user) };
    await send('PUT', `flows/${flowId}/draft`, payload, { 'if-match': '"1"' });
    expect(await usesOf(id)).toEqual([]);
  });

  it('is found in the live version that the draft has left behind', async () => {
    const id = await make();
    const flowId = await makeFlow(user, await flowWith(id), 'Live');
    const flow = await send('GET', `flows/${flowId}`);
    await send('POST', `flows/${flowId}/publish`, {}, { 'if-match': `"${flow.draftRevision}"` });
    const after = await send('GET', `flows/${flowId}`);
    await send(
      'PUT',
      `flows/${flowId}/draft`,
      { flowData: await talkingFlow(user) },
      { 'if-match': `"${after.draftRevision}"` },
    );
    expect(await usesOf(id)).toMatchObject([{ id: flowId }]);
  });

  it('is found in the settings of a flow: follow-up questions and speech', async () => {
    const [asking, speaking] = [await make(), await make()];
    const flowId = await makeFlow(user, await talkingFlow(user), 'Set up');
    await send('PATCH', `flows/${flowId}/settings`, {
      followUpPrompts: {
        status: true,
        selectedProvider: 'chatOpenAI',
        chatOpenAI: {
          credentialId: asking,
          modelName: 'gpt-4o-mini',
          prompt: '{history}',
          temperature: '0.5',
        },
      },
      speechToText: { openAIWhisper: { status: true, credentialId: speaking } },
    });
    expect(await usesOf(asking)).toMatchObject([{ id: flowId, name: 'Set up' }]);
    expect(await usesOf(speaking)).toMatchObject([{ id: flowId }]);
  });

  it('is found in the set-up of a knowledge base', async () => {
    const id = await make();
    const now = Date.now();
    const { workspaceId } = user.caller;
    const row = {
      id: 'store-1',
      workspaceId,
      name: 'Handbook',
      description: '',
      createdAt: now,
      updatedAt: now,
    };
    const embeddingConfig = JSON.stringify({ name: 'openAIEmbeddings', config: { credential: id } });
    await app.infrastructure.db
      .insertInto('document_store')
      .values({ ...row, embeddingConfig })
      .execute();
    expect(await usesOf(id)).toEqual([{ kind: 'store', id: 'store-1', name: 'Handbook' }]);
  });

  it('is found in assistants, under the names that people know', async () => {
    const [own, vendor] = [await make(), await make()];
    const flowId = await makeFlow(user, await flowWith(own), 'Front desk');
    const { workspaceId } = user.caller;
    const times = { createdAt: 1, updatedAt: 1, revision: 1, iconSrc: null };
    const custom = { id: 'a-1', type: 'CUSTOM' as const, credential: null, flowId, details: '{}' };
    const bought = { id: 'a-2', type: 'OPENAI' as const, credential: vendor, flowId: null };
    await app.infrastructure.db
      .insertInto('assistant')
      .values([
        { ...custom, ...times, workspaceId },
        { ...bought, ...times, workspaceId, details: '{"name":"Clerk"}' },
      ])
      .execute();
    expect(await usesOf(own)).toEqual([{ kind: 'assistant', id: 'a-1', name: 'Front desk' }]);
    expect(await usesOf(vendor)).toEqual([{ kind: 'vendorAssistant', id: 'a-2', name: 'Clerk' }]);
  });

  it('is found in phone numbers, by the name or else the number', async () => {
    const id = await make();
    for (const nickname of ['Front desk', '']) {
      const phoneNumber = nickname ? '+15125550142' : '+15125550177';
      const payload = { phoneNumber, nickname, connection: { credentialId: id } };
      const answer = await user.inject({
        method: 'POST',
        url: '/api/core/v1/assistant-phone-numbers',
        payload,
      });
      expect(answer.statusCode, answer.body).toBe(201);
    }
    expect(
      (await usesOf(id)).map(({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`).sort(),
    ).toEqual(['phoneNumber +15125550177', 'phoneNumber Front desk']);
  });

  it('is named when the secret is deleted', async () => {
    const id = await make();
    await makeFlow(user, await flowWith(id), 'Breaks');
    expect(await send('DELETE', `credentials/${id}`)).toMatchObject({ usedBy: [{ name: 'Breaks' }] });
    expect((await user.inject({ method: 'GET', url: `${url}/${id}/uses` })).statusCode).toBe(404);
  });
});
