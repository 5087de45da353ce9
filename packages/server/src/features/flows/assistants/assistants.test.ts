import { createCatalogue } from '@tendril/catalogue/catalogue';
import type { Assistant } from '@tendril/contract/api/assistants';
import { storedValueMask } from '@tendril/contract/api/credentials';
import type { FlowDetail } from '@tendril/contract/api/flows';
import type { CustomDetails } from '@tendril/contract/flow/assistant-details';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { studio } from '../../../testing/flow-fixtures.ts';
import { type KeyHolder, makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { createFlowService } from '../flows/flows.ts';
import { createAssistantService } from './assistants.ts';

const url = `${studio}/assistants`;
const demo = { name: 'demoModel', inputs: {} };

describe.each(databases)('custom assistants on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let key: KeyHolder;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
    key = await makeKey(app, user.caller.workspaceId);
  });
  afterAll(() => app.close());

  const post = (details: unknown, rest: object = {}) =>
    user.inject({ method: 'POST', url, payload: { details: JSON.stringify(details), ...rest } });
  const put = (id: string, payload: object) => user.inject({ method: 'PUT', url: `${url}/${id}`, payload });
  const make = async (details: object): Promise<Assistant> => {
    const answer = await post(details, { type: 'CUSTOM' });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json();
  };
  const readFlow = async (id: string | null) =>
    (await user.inject({ url: `${studio}/flows/${id}` })).json<FlowDetail>();
  const detailsOf = (assistant: Assistant) => JSON.parse(assistant.details) as CustomDetails;
  const ask = (flowId: string | null, question: string) =>
    user.inject({
      method: 'POST',
      url: `${studio}/prediction/${flowId}`,
      payload: { question, chatId: 'one' },
    });

  it('EXPORT-15: keep their details whole, also what is not known of them', async () => {
    const details = {
      name: 'Keeper',
      chatModel: { ...demo, label: 'Demo', tags: ['x'] },
      instruction: 'Be kind.',
      voice: { deep: [1, { a: null }] },
    };
    const made = await make(details);
    expect(made).toMatchObject({
      type: 'CUSTOM',
      credential: null,
      iconSrc: null,
      revision: 1,
      problems: [],
    });
    expect(detailsOf(made)).toMatchObject({ ...details, chatflowid: made.flowId });
    const read = (await user.inject({ url: `${url}/${made.id}` })).json();
    expect(read).toEqual(made);
    const row = (await key.inject({ url: `/api/v1/assistants/${made.id}` })).json();
    expect(row).toEqual(made);
  });

  it('answer through a hidden flow of type ASSISTANT that is in no list of flows', async () => {
    const made = await make({ name: 'Ada', chatModel: demo, instruction: 'Our hours: we open at nine.' });
    const flow = await readFlow(made.flowId);
    expect(flow).toMatchObject({ name: 'Ada', type: 'ASSISTANT', status: 'live' });
    expect(flow.flowData.nodes.map(({ id }) => id)).toEqual([
      'demoModel_0',
      'bufferMemory_0',
      'conversationChain_0',
    ]);
    const listed = (await user.inject({ url: `${studio}/flows?limit=100` })).body;
    expect(listed).not.toContain(made.flowId);
    const hidden = (await key.inject({ url: '/api/v1/chatflows?type=ASSISTANT' })).json<{ id: string }[]>();
    expect(hidden.map(({ id }) => id)).toContain(made.flowId);
    const answer = await ask(made.flowId, 'My name is Berta.');
    expect(answer.statusCode, answer.body).toBe(200);
    expect((await ask(made.flowId, 'What is my name?')).json().text).toContain('Berta');
    const messages = await user.inject({ url: `${studio}/chatmessage/${made.flowId}?chatId=one` });
    expect(messages.json()).toHaveLength(4);
  });

  it('use their tools, and follow each save', async () => {
    const made = await make({ name: 'Counter', chatModel: demo, tools: [{ name: 'calculator' }] });
    expect((await ask(made.flowId, 'What is 12 * 12?')).json().usedTools[0].tool).toBe('calculator');
    const saved = await put(made.id, {
      details: JSON.stringify({ ...detailsOf(made), name: 'Plain', tools: [], instruction: 'Hello' }),
      revision: made.revision,
    });
    expect(saved.json()).toMatchObject({ id: made.id, flowId: made.flowId, revision: 2 });
    const flow = await readFlow(made.flowId);
    expect(flow).toMatchObject({ name: 'Plain', status: 'live' });
    const names = flow.flowData.nodes.map(({ data }) => data.name);
    expect(names).toEqual(['demoModel', 'bufferMemory', 'conversationChain']);
    expect(flow.flowData.nodes[2]?.data.inputs).toMatchObject({ systemMessagePrompt: 'Hello' });
  });

  it('search each knowledge base by a tool of its own, with model, memory and instructions in the agent', async () => {
    const stores = [
      { id: 'store-1', name: 'House rules', description: 'About the house', returnSourceDocuments: true },
      { id: 'store-2', name: 'House rules' },
      { id: 'store-3', name: 'House rules 2' },
    ];
    const made = await make({
      name: 'Librarian',
      chatModel: demo,
      instruction: 'Look first.',
      documentStores: stores,
      memory: { name: 'bufferWindowMemory', inputs: { k: 3 } },
    });
    const { nodes, edges } = (await readFlow(made.flowId)).flowData;
    const node = (id: string) => nodes.find((candidate) => candidate.id === id)?.data;
    expect(node('documentStoreVS_0')?.inputs).toMatchObject({ selectedStore: 'store-1' });
    expect(node('retrieverTool_0')?.inputs).toMatchObject({
      name: 'search_house_rules',
      description: 'About the house',
      returnSourceDocuments: true,
    });
    expect(node('retrieverTool_1')?.inputs).toMatchObject({ name: 'search_house_rules_2' });
    expect(node('retrieverTool_2')?.inputs).toMatchObject({ name: 'search_house_rules_2_2' });
    expect(node('bufferWindowMemory_0')?.inputs).toMatchObject({ k: 3 });
    expect(node('toolAgent_0')?.inputs).toMatchObject({ systemMessage: 'Look first.' });
    expect(edges.filter(({ target }) => target === 'toolAgent_0').map(({ source }) => source)).toEqual([
      'retrieverTool_0',
      'retrieverTool_1',
      'retrieverTool_2',
      'demoModel_0',
      'bufferWindowMemory_0',
    ]);
  });

  it('keep the secret of a part out of details, and with its part when another one goes', async () => {
    const tool = (headers: string, id?: string) => ({
      name: 'requestsGet',
      ...(id && { id }),
      inputs: { url: 'https://a.example' },
      credential: headers,
    });
    const made = await make({ name: 'Two', chatModel: demo, tools: [tool('one'), tool('two')] });
    const [, second] = detailsOf(made).tools;
    expect(second).toMatchObject({ id: 'requestsGet_1', credential: 'two' });
    const details = { ...detailsOf(made), tools: [second, tool('three')] };
    const saved = (await put(made.id, { details: JSON.stringify(details) })).json<Assistant>();
    expect(detailsOf(saved).tools.map(({ id, credential }) => [id, credential])).toEqual([
      ['requestsGet_1', 'two'],
      ['requestsGet_0', 'three'],
    ]);
    const unknown = {
      name: 'Foreign',
      chatModel: demo,
      tools: [
        {
          name: 'harbourSearch',
          label: 'Harbour Search',
          inputParams: [{ name: 'key', type: 'password' }],
          inputs: { key: 'canary-77', region: 'de' },
        },
      ],
    };
    const foreign = await make(unknown);
    expect(detailsOf(foreign).tools[0]?.inputs).toEqual({ region: 'de' });
    expect(foreign.problems).toEqual([{ code: 'UNKNOWN_NODE', path: 'tools.0', name: 'Harbour Search' }]);
    expect((await ask(foreign.flowId, 'Hello')).statusCode).toBe(200);
    const [declared] = unknown.tools;
    const known = await make({ ...unknown, tools: [{ ...declared, name: 'serpAPI', label: 'Serp API' }] });
    expect(detailsOf(known).tools[0]?.inputs).toEqual({ region: 'de' });
    const rows = await app.infrastructure.db.selectFrom('assistant').select('details').execute();
    const flows = await app.infrastructure.db.selectFrom('flow_version').selectAll().execute();
    expect(JSON.stringify([rows, flows])).not.toContain('canary-77');
    expect(JSON.stringify(rows)).not.toContain(storedValueMask);
  });

  it('without a model say what is missing, and need one to become a flow', async () => {
    const made = await make({ name: 'New' });
    expect(made.problems).toEqual([{ code: 'NO_MODEL', path: 'chatModel', name: '' }]);
    const answer = await ask(made.flowId, 'Hello');
    expect([answer.statusCode, answer.json().message]).toEqual([422, expect.stringContaining('Chat Model')]);
    const opened = await user.inject({ method: 'POST', url: `${url}/${made.id}/flow` });
    expect([opened.statusCode, opened.json().code]).toEqual([422, 'FLOW_INVALID']);
  });

  it('open as a normal flow that stands on its own', async () => {
    const made = await make({ name: 'Copy me', chatModel: demo, tools: [{ name: 'calculator' }] });
    const opened = await user.inject({ method: 'POST', url: `${url}/${made.id}/flow` });
    expect(opened.statusCode, opened.body).toBe(201);
    const flow = await readFlow(opened.json().id);
    expect(flow).toMatchObject({ name: 'Copy me', type: 'CHATFLOW', isPublic: false });
    expect(flow.flowData.nodes).toHaveLength(4);
    await user.inject({ method: 'DELETE', url: `${url}/${made.id}` });
    expect((await ask(flow.id, 'What is 3 * 5?')).json().text).toContain('15');
  });

  it('a save that knows an older revision is refused and changes nothing', async () => {
    const made = await make({ name: 'Shared', chatModel: demo });
    const save = (name: string, revision?: number) =>
      put(made.id, { details: JSON.stringify({ name, chatModel: demo }), ...(revision && { revision }) });
    expect((await save('First', 1)).statusCode).toBe(200);
    const late = await save('Second', 1);
    expect([late.statusCode, late.json().code, late.json().details[0]]).toEqual([
      409,
      'STALE_VERSION',
      { path: 'revision', message: '2' },
    ]);
    expect((await readFlow(made.flowId)).name).toBe('First');
    const [one, two] = await Promise.all([save('Left'), save('Right')]);
    expect([one.statusCode, two.statusCode]).toEqual([200, 200]);
    const now = (await user.inject({ url: `${url}/${made.id}` })).json<Assistant>();
    expect((await readFlow(made.flowId)).name).toBe(detailsOf(now).name);
  });

  it('those that came without a flow get one by mending, each on its own', async () => {
    const row = (id: string, details: string) => ({
      id,
      workspaceId: user.caller.workspaceId,
      type: 'CUSTOM' as const,
      details,
      credential: null,
      iconSrc: null,
      flowId: null,
      revision: 1,
      createdAt: 1,
      updatedAt: 1,
    });
    const { db, audit } = app.infrastructure;
    await db.insertInto('assistant').values(row('broken', '{"name":""}')).execute();
    await db
      .insertInto('assistant')
      .values(row('whole', JSON.stringify({ name: 'Whole', chatModel: demo, chatflowid: 'elsewhere' })))
      .execute();
    const catalogue = createCatalogue();
    const flows = createFlowService({
      ...app.infrastructure,
      findTemplate: (name) => catalogue.template(name),
      requireKey: async () => {},
    });
    const service = createAssistantService({
      db,
      audit,
      flows,
      findTemplate: (name) => catalogue.template(name),
      removeAtVendor: async () => {},
    });
    await expect(service.mend(user.caller)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await db.deleteFrom('assistant').where('id', '=', 'broken').execute();
    const mended = (await user.inject({ url: `${url}/whole` })).json<Assistant>();
    expect(mended.flowId).not.toBeNull();
    expect(detailsOf(mended).chatflowid).toBe(mended.flowId);
    expect((await ask(mended.flowId, 'Hello')).statusCode).toBe(200);
  });

  it('are deleted with their flow and its messages; a flow deleted before is made again by the next save', async () => {
    const made = await make({ name: 'Gone', chatModel: demo });
    await ask(made.flowId, 'Hello');
    await user.inject({ method: 'DELETE', url: `${studio}/flows/${made.flowId}` });
    const saved = (await put(made.id, { details: made.details })).json<Assistant>();
    expect(saved.flowId).not.toBe(made.flowId);
    expect((await ask(saved.flowId, 'Hello')).statusCode).toBe(200);
    const removed = await key.inject({ method: 'DELETE', url: `/api/v1/assistants/${made.id}` });
    expect(removed.json()).toEqual({ affected: 1 });
    expect((await ask(saved.flowId, 'Hello')).statusCode).toBe(404);
    expect((await user.inject({ url: `${url}/${made.id}` })).statusCode).toBe(404);
  });

  it.each([
    ['{', 'details'],
    ['[]', 'details'],
    ['{"name":"  "}', 'details.name'],
    ['{"name":"x","chatModel":{"label":"no name"}}', 'details.chatModel.name'],
    ['{"name":"x","tools":[{"name":"calculator"},{"name":""}]}', 'details.tools.1.name'],
    ['{"name":"x","documentStores":[{"name":"no id"}]}', 'details.documentStores.0.id'],
    ['{"name":"x","instruction":5}', 'details.instruction'],
    ['{"name":"x","__proto__":{"y":1}}', 'details.__proto__'],
  ])('refuse the details %s by their field', async (details, path) => {
    const answer = await user.inject({ method: 'POST', url, payload: { details, type: 'CUSTOM' } });
    expect([answer.statusCode, answer.json().details[0].path]).toEqual([400, path]);
    const type = await user.inject({ method: 'POST', url, payload: { details: '{}', type: 'OTHER' } });
    expect(type.json().details[0].path).toBe('type');
  });

  it('ATK-067: to another workspace they do not exist', async () => {
    const made = await make({ name: 'Mine', chatModel: demo });
    const other = await makeKey(app);
    const details = JSON.stringify({ name: 'Theirs' });
    for (const [method, path, payload] of [
      ['GET', made.id],
      ['PUT', made.id, { details }],
      ['DELETE', made.id],
    ] as const) {
      const request = { method, url: `${url}/${path}`, ...(payload && { payload }) };
      expect((await other.inject(request)).statusCode).toBe(404);
    }
    expect((await other.inject({ url })).json()).toEqual([]);
    expect((await readFlow(made.flowId)).name).toBe('Mine');
  });

  it('are made of chat models and of tools that need no other node', async () => {
    const names = async (kind: string) =>
      (await user.inject({ url: `${url}/components/${kind}` }))
        .json<NodeTemplate[]>()
        .map(({ name }) => name);
    const models = await names('chatmodels');
    expect(models).toEqual(expect.arrayContaining(['demoModel', 'chatOpenAI']));
    const tools = await names('tools');
    expect(tools).toEqual(expect.arrayContaining(['calculator', 'customTool', 'requestsGet']));
    expect(tools).not.toContain('retrieverTool');
    expect(await names('docstores')).toEqual([]);
  });

  it('the chosen model writes their instructions', async () => {
    const generate = (payload: object) =>
      user.inject({ method: 'POST', url: `${url}/generate/instruction`, payload });
    const answer = await generate({ task: 'Book tables at Lindgren', selectedChatModel: demo });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json().content).toContain('Book tables at Lindgren');
    for (const [payload, path] of [
      [{ task: ' ', selectedChatModel: demo }, 'task'],
      [{ task: 'x', selectedChatModel: {} }, 'selectedChatModel.name'],
      [{ task: 'x', selectedChatModel: { name: 'calculator' } }, 'selectedChatModel.name'],
      [
        { task: 'x', selectedChatModel: { name: 'demoModel', inputs: { a: storedValueMask } } },
        'selectedChatModel.inputs.a',
      ],
    ] as const) {
      const refused = await generate(payload);
      expect([refused.statusCode, refused.json().details[0].path]).toEqual([400, path]);
    }
    const keyless = { task: 'x', selectedChatModel: { name: 'chatOpenAI', inputs: {} } };
    expect((await generate(keyless)).json().code).toBe('CREDENTIAL_MISSING');
  });
});
