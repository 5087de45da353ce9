import { createCredential } from '@tendril/contract/api/credentials';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import { afterEach, describe, expect, it } from 'vitest';
import { type AnsweringModel, startAnsweringModel } from '../../../testing/answering-model.ts';
import { makeFlow, readTemplates, studio } from '../../../testing/flow-fixtures.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

async function makeModelFlow(user: TestUser, model: AnsweringModel): Promise<string> {
  const secret = await user.inject({
    method: 'POST',
    url: createCredential.path,
    payload: {
      name: 'Played',
      credentialName: 'openAIApi',
      plainDataObj: { openAIApiKey: 'sk-1', basePath: model.url },
    },
  });
  const flow = new FlowBuilder(await readTemplates(user));
  const chat = flow.add('chatOpenAI', { x: 0, y: 0 }, { modelName: 'gpt-4.1' });
  const chain = flow.add('conversationChain', { x: 500, y: 0 });
  const memory = flow.add('bufferMemory', { x: 0, y: 400 });
  const data = flow.connect(chat, chain, 'model').connect(memory, chain, 'memory').build();
  for (const node of data.nodes)
    if (node.id === chat.id) node.data.credential = secret.json<{ id: string }>().id;
  return makeFlow(user, data);
}

describe('a key that chats and programs share', () => {
  let server: TestApp;
  let model: AnsweringModel;
  afterEach(async () => {
    model.close();
    await server.close();
  });

  async function start(headers: Record<string, string>, answer: () => string | number = () => 'Yes.') {
    model = await startAnsweringModel(answer, headers);
    server = await createTestApp({ config: { egressAllow: [model.host] } });
    const user = await server.signIn();
    const id = await makeModelFlow(user, model);
    const key = await makeKey(server, user.caller.workspaceId);
    const post = { method: 'POST' as const };
    return {
      chat: (question: string) =>
        user.inject({ ...post, url: `${studio}/internal-prediction/${id}`, payload: { question } }),
      program: (question: string) =>
        key.inject({ ...post, url: `/api/v1/prediction/${id}`, payload: { question } }),
    };
  }

  it('has its last requests kept for chats: what a program asked first comes after, and comes', async () => {
    const { chat, program } = await start({
      'x-ratelimit-limit-requests': '100',
      'x-ratelimit-remaining-requests': '3',
      'x-ratelimit-reset-requests': '2s',
    });
    expect((await chat('one')).statusCode).toBe(200);
    const asked = program('bulk');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await chat('two')).statusCode).toBe(200);
    expect(model.asked.map(({ messages }) => messages.at(-1)?.content)).toEqual(['one', 'two']);
    expect((await asked).statusCode).toBe(200);
    expect(model.asked.at(-1)?.messages.at(-1)?.content).toBe('bulk');
  });

  it('is not asked again before its vendor said so, and the answer says when', async () => {
    const { chat } = await start({ 'retry-after': '30' }, () => 429);
    const refused = [await chat('one'), await chat('two')];
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([429, 429]);
    expect(refused[1]?.json().message).toMatch(/is rate-limiting this key. Try again in (30|29) s/);
    expect(model.asked).toHaveLength(1);
  });
});
