import { createApiKey } from '@tendril/contract/api/api-keys';
import { listCredentials } from '@tendril/contract/api/credentials';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnsweringModel, startAnsweringModel } from '../../../testing/answering-model.ts';
import { readTemplates, studio } from '../../../testing/flow-fixtures.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const canary = 'sk-CANARY-never-to-another-host';

describe('a stored secret', () => {
  let app: TestApp;
  let user: TestUser;
  let server: AnsweringModel;
  let key: Record<string, string>;
  let count = 0;

  beforeAll(async () => {
    server = await startAnsweringModel(() => {
      count += 1;
      return 'an answer';
    });
    app = await createTestApp({ config: { egressAllow: [new URL(server.url).host] } });
    user = await app.signIn();
    const payload = { keyName: 'program', scope: 'full' };
    const { apiKey } = (await user.inject({ method: 'POST', url: createApiKey.path, payload })).json();
    key = { authorization: `Bearer ${apiKey}` };
  });
  afterAll(async () => {
    await app.close();
    server.close();
  });

  const credentials = (options: Partial<Parameters<TestUser['inject']>[0] & object>) =>
    user.inject({ method: 'GET', url: listCredentials.path, ...options });
  const store = async (fields: object, rest: object = {}) =>
    (
      await credentials({
        method: 'POST',
        payload: { name: 'Key', credentialName: 'openAIApi', plainDataObj: fields, ...rest },
      })
    ).json<{ id: string }>().id;
  const read = async (id: string) => (await credentials({ url: `${listCredentials.path}/${id}` })).json();

  /** What a program with a full key does: a flow of its own, with somebody's secret and an address of its own. */
  async function ask(credential: string): Promise<string> {
    const flow = new FlowBuilder(await readTemplates(user));
    const chat = flow.add('chatOpenAI', { x: 0, y: 0 }, { basepath: server.url, modelName: 'm' });
    const prompt = flow.add('promptTemplate', { x: 0, y: 300 }, { template: '{question}' });
    const chain = flow.add('llmChain', { x: 500, y: 0 });
    const flowData = flow.connect(chat, chain, 'model').connect(prompt, chain, 'prompt').build();
    for (const node of flowData.nodes) if (node.data.name === 'chatOpenAI') node.data.credential = credential;
    const payload = { name: 'Theirs', type: 'CHATFLOW', flowData: JSON.stringify(flowData) };
    const made = await app.inject({ method: 'POST', url: `${studio}/chatflows`, payload, headers: key });
    const url = `${studio}/prediction/${made.json().id}`;
    return (await app.inject({ method: 'POST', url, payload: { question: 'Hi' }, headers: key })).body;
  }

  it('goes to no server that a program names, until a person allows it by one request', async () => {
    const id = await store({ openAIApiKey: canary });
    const { origin } = new URL(server.url);
    const refused = await ask(id);
    expect([refused.includes('CREDENTIAL_HOST'), refused.includes(origin), count]).toEqual([true, true, 0]);
    await expect.poll(async () => (await read(id)).askedHosts).toEqual([origin]);
    const allow = {
      method: 'POST',
      url: `${listCredentials.path}/${id}/hosts`,
      payload: { origin },
    } as const;
    expect((await app.inject({ ...allow, headers: key })).statusCode).toBe(403);
    expect((await credentials(allow)).json()).toMatchObject({ hosts: [origin], askedHosts: [] });
    expect(await ask(id)).toContain('"text":"an answer"');
    expect(count).toBe(1);
  });

  it('goes where it was stored for: its own address, or the servers given with it', async () => {
    const { origin } = new URL(server.url);
    expect(await ask(await store({ openAIApiKey: `${canary}-3`, basePath: server.url }))).toContain(
      '"text":"an answer"',
    );
    expect(await ask(await store({ openAIApiKey: `${canary}-4` }, { hosts: [origin] }))).toContain(
      '"text":"an answer"',
    );
  });

  it('has to be entered again when one of its own addresses becomes another', async () => {
    const id = await store({ openAIApiKey: canary, basePath: 'https://models.example.com/v1' });
    const put = (plainDataObj: object) =>
      credentials({ method: 'PUT', url: `${listCredentials.path}/${id}`, payload: { plainDataObj } });
    const mask = (await read(id)).plainDataObj.openAIApiKey;
    const moved = await put({ openAIApiKey: mask, basePath: 'https://evil.example.com/v1' });
    expect([moved.statusCode, moved.json().details[0].path]).toEqual([400, 'plainDataObj.openAIApiKey']);
    expect((await put({ openAIApiKey: mask, basePath: 'https://models.example.com/v2' })).statusCode).toBe(
      200,
    );
    expect((await put({ openAIApiKey: 'sk-other', basePath: 'https://evil.example.com' })).statusCode).toBe(
      200,
    );
    expect((await put({ openAIApiKey: mask, basePath: '' })).statusCode).toBe(200);
  });

  it('of a sign-in is entered again for another token address', async () => {
    const fields = {
      authorizationUrl: 'https://accounts.example.com/authorize',
      accessTokenUrl: 'https://accounts.example.com/token',
      clientId: 'us',
      clientSecret: canary,
    };
    const payload = { name: 'Sign-in', credentialName: 'oAuth2Api', plainDataObj: fields };
    const { id } = (await credentials({ method: 'POST', payload })).json();
    const { plainDataObj } = await read(id);
    const moved = { ...plainDataObj, accessTokenUrl: 'https://evil.example.com/token' };
    const url = `${listCredentials.path}/${id}`;
    const refused = await credentials({ method: 'PUT', url, payload: { plainDataObj: moved } });
    expect([refused.statusCode, refused.json().details[0].path]).toEqual([400, 'plainDataObj.clientSecret']);
  });

  it('of a database goes to the host and port that its fields name, and is entered again for others', async () => {
    const fields = { redisCacheHost: 'redis.example.com', redisCachePort: '6380', redisCachePwd: canary };
    const payload = { name: 'Redis', credentialName: 'redisCacheApi', plainDataObj: fields };
    const { id } = (await credentials({ method: 'POST', payload })).json();
    const { plainDataObj } = await read(id);
    const moved = { ...plainDataObj, redisCacheHost: 'evil.example.com' };
    const url = `${listCredentials.path}/${id}`;
    const refused = await credentials({ method: 'PUT', url, payload: { plainDataObj: moved } });
    expect([refused.statusCode, refused.json().details[0].path]).toEqual([400, 'plainDataObj.redisCachePwd']);
    const user = { ...plainDataObj, redisCacheUser: 'another' };
    expect((await credentials({ method: 'PUT', url, payload: { plainDataObj: user } })).statusCode).toBe(200);
  });
});
