import { nodeTemplate } from '@tendril/contract/node/node-template';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { makeFlow, studio } from '../../../testing/flow-fixtures.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

describe('the catalogue over HTTP', () => {
  let app: TestApp;
  let user: TestUser;

  beforeAll(async () => {
    app = await createTestApp();
    user = await app.signIn();
  });
  afterAll(() => app.close());

  const get = (path: string, headers = {}) =>
    user.inject({ method: 'GET', url: `${studio}${path}`, headers });

  it('NODE-01: every template has the documented fields', async () => {
    const answer = await get('/nodes');
    const templates = z.array(nodeTemplate).parse(answer.json());
    expect(templates.length).toBeGreaterThan(30);
    for (const template of templates) {
      for (const field of [
        'name',
        'label',
        'version',
        'type',
        'baseClasses',
        'category',
        'description',
        'inputs',
      ]) {
        expect(template, template.name).toHaveProperty(field);
      }
    }
  });

  it('tells of every known node, and in a summary leaves out the forms of those that cannot run', async () => {
    const [whole, short] = await Promise.all([get('/nodes'), get('/nodes?summary=true')]);
    const find = (answer: { json(): { name: string }[] }, name: string) =>
      answer.json().find((template) => template.name === name);
    expect(whole.json()).toHaveLength(short.json().length);
    expect(whole.json().length).toBeGreaterThanOrEqual(297);
    expect(find(whole, 'couchbase')).toMatchObject({ canRun: false, reason: expect.stringMatching(/\.$/) });
    expect(find(short, 'llmChain')).toEqual(find(whole, 'llmChain'));
    expect(find(short, 'folderFiles')).toMatchObject({
      inputs: [],
      isSummary: true,
      canRun: false,
      reason: expect.stringContaining('disk'),
    });
    expect((await get('/nodes/folderFiles')).json().inputs.length).toBeGreaterThan(0);
    const left = short.json().filter(({ canRun }: { canRun?: boolean }) => canRun === false);
    expect(left.length).toBeGreaterThan(5);
    expect(left.flatMap(({ inputs }: { inputs: unknown[] }) => inputs)).toEqual([]);
  });

  it.each([
    'llmChain',
    'calculator',
    'memoryVectorStore',
    'csvOutputParser',
    'recursiveCharacterTextSplitter',
    'seqAgent',
  ])(
    'has an example of %s that can be saved and answers on the demo model, without any key',
    async (name) => {
      const example = await get(`/nodes/${name}/example`);
      expect(example.statusCode, example.body).toBe(200);
      const id = await makeFlow(user, example.json().flowData, `Example of ${name}`, example.json().type);
      const payload = { question: 'When is the museum open?' };
      const answer = await user.inject({ method: 'POST', url: `${studio}/prediction/${id}`, payload });
      expect(answer.statusCode, answer.body).toBe(200);
      const { text, json } = answer.json();
      expect(text || json).toBeTruthy();
    },
  );

  it('has no example of a node that it does not know', async () => {
    expect((await get('/nodes/harbourSearch/example')).statusCode).toBe(404);
  });

  const load = async (name: string, loadMethod: string, inputs = {}) => {
    const url = `${studio}/node-load-method/${name}`;
    return (await user.inject({ method: 'POST', url, payload: { loadMethod, inputs } })).json();
  };

  it('offers the arguments of the tool that a step has chosen', async () => {
    const inputs = { toolAgentflowSelectedTool: 'calculator', toolAgentflowSelectedToolConfig: '' };
    const found = await load('toolAgentflow', 'listToolInputArgs', inputs);
    expect(found).toMatchObject([{ name: 'expression', label: 'expression' }]);
  });

  it('offers the flows that a step may execute, and of these the ones that are agents', async () => {
    const empty = { nodes: [], edges: [] };
    const chat = await makeFlow(user, empty, 'Chat of all', 'CHATFLOW');
    const agents = await makeFlow(user, empty, 'Agents of all', 'MULTIAGENT');
    const all = await load('executeFlowAgentflow', 'listFlows');
    expect(all).toContainEqual({ name: chat, label: 'Chat of all' });
    expect(all).toContainEqual({ name: agents, label: 'Agents of all' });
    const some = await load('agentAsTool', 'listAgentflows');
    expect(some).toContainEqual({ name: agents, label: 'Agents of all' });
    expect(some).not.toContainEqual({ name: chat, label: 'Chat of all' });
  });

  it('offers the nodes that may stand inside another one', async () => {
    const models = await load('llmAgentflow', 'listModels');
    expect(models.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['chatOpenAI', 'demoModel']),
    );
    const tools = await load('agentAgentflow', 'listTools');
    expect(tools).toContainEqual(expect.objectContaining({ name: 'calculator', label: 'Calculator' }));
  });

  it('PRODUCT-08: the palette has Vector Stores and Sequential Agents', async () => {
    const categories = new Set(
      (await get('/nodes')).json().map((template: { category: string }) => template.category),
    );
    expect([...categories]).toEqual(expect.arrayContaining(['Vector Stores', 'Sequential Agents']));
  });

  it('is sent once to a client that keeps it', async () => {
    const first = await get('/nodes');
    const etag = String(first.headers['etag']);
    const second = await get('/nodes', { 'if-none-match': `W/${etag}` });
    expect([second.statusCode, second.body]).toEqual([304, '']);
    expect((await get('/nodes', { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  it('answers single nodes, and 404 for others', async () => {
    expect((await get('/nodes/llmChain')).json().name).toBe('llmChain');
    expect((await get('/nodes/constructor')).statusCode).toBe(404);
    expect((await app.inject({ method: 'GET', url: '/api/v1/nodes' })).statusCode).toBe(401);
  });

  it('loads options by the node own code', async () => {
    const tool = { name: 'pick_me', description: 'x' };
    const { id } = (await user.inject({ method: 'POST', url: `${studio}/tools`, payload: tool })).json();
    const load = (loadMethod: string) =>
      user.inject({
        method: 'POST',
        url: `${studio}/node-load-method/customTool`,
        payload: { loadMethod, selected: true },
      });
    const template = (await get('/nodes/customTool')).json();
    const method = template.inputs.find(
      (input: { name: string }) => input.name === 'selectedTool',
    ).loadMethod;
    expect((await load(method)).json()).toEqual([expect.objectContaining({ name: id, label: 'pick_me' })]);
    expect((await load('toString')).statusCode).toBe(404);
  });

  it('describes kinds of secrets, one or several', async () => {
    const all = (await get('/components-credentials')).json();
    expect(all.map((kind: { name: string }) => kind.name)).toContain('openAIApi');
    const one = (await get('/components-credentials/openAIApi')).json();
    expect(one.inputs[0]).toMatchObject({ name: 'openAIApiKey', type: 'password' });
    const [first, second] = all;
    const two = (await get(`/components-credentials/${first.name}&${second.name}`)).json();
    expect(two.map((kind: { name: string }) => kind.name)).toEqual([first.name, second.name]);
    expect((await get('/components-credentials/nothing')).statusCode).toBe(404);
    expect(all.length).toBeGreaterThanOrEqual(113);
    const pinecone = (await get('/components-credentials/pineconeApi')).json();
    expect(pinecone.inputs).toMatchObject([{ name: 'pineconeApiKey', type: 'password' }]);
  });
});
