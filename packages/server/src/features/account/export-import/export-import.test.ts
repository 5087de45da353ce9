import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BundleReport } from '@tendril/contract/api/export-import';
import type { FlowData } from '@tendril/contract/flow/flow';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { makeFlow, readTemplates, studio, talkingFlow } from '../../../testing/flow-fixtures.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

type Row = Record<string, unknown> & { id: string; name: string; flowData: string };
type Answer = Record<'Tool' | 'ChatFlow' | 'AgentFlow' | 'AgentFlowV2' | 'Variable' | 'Assistant', Row[]> & {
  FileDefaultName: string;
};

const all = { chatflow: true, agentflow: true, tool: true, variable: true, assistant: true };
const canary = `canary-${randomUUID()}`;
const fixtures = join(import.meta.dirname, '../../../../../../../shared/fixtures/flowise');

describe.each(databases)('export and import on %s', (database) => {
  let app: TestApp;
  let user: TestUser;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
  });
  afterAll(() => app.close());

  const send = (path: string, payload: unknown, who: Pick<TestUser, 'inject'> = user) =>
    who.inject({
      method: 'POST',
      url: `${studio}/export-import/${path}`,
      headers: { 'content-type': 'application/json' },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    });
  const exported = async (selection: object = all, who: Pick<TestUser, 'inject'> = user) =>
    (await send('export', selection, who)).json<Answer>();
  const imported = async (bundle: unknown) => {
    const answer = await send('import', bundle);
    expect(answer.json()).toEqual({ message: 'success' });
    expect(answer.statusCode).toBe(200);
  };
  /** What the page keeps of an answer, without dates. */
  const kept = ({ FileDefaultName: _name, ...lists }: Answer) =>
    Object.fromEntries(
      Object.entries(lists).map(([key, rows]) => [
        key,
        rows.map(({ createdDate: _created, updatedDate: _updated, ...row }) => row),
      ]),
    );
  const wipe = async () => {
    const { db } = app.infrastructure;
    for (const table of ['flow', 'tool', 'variable', 'assistant'] as const)
      await db.deleteFrom(table).where('workspaceId', '=', user.caller.workspaceId).execute();
  };
  const count = async () => {
    const lists = await exported();
    return Object.values(kept(lists)).map((rows) => rows.length);
  };

  /** A flow that uses a custom tool and a variable, a pipeline, and one of each other kind. */
  async function fill() {
    await wipe();
    const tool = (
      await user.inject({
        method: 'POST',
        url: `${studio}/tools`,
        payload: { name: 'price_of', description: 'Prices.', func: 'return $vars.town;', schema: '[]' },
      })
    ).json<{ id: string }>();
    await user.inject({
      method: 'POST',
      url: `${studio}/variables`,
      payload: { name: 'town', value: 'Oslo' },
    });
    const builder = new FlowBuilder(await readTemplates(user));
    builder.add('customTool', { x: 0, y: 0 }, { selectedTool: tool.id });
    builder.add('promptTemplate', { x: 0, y: 200 }, { template: 'In {{$vars.town}} it is {weather}' });
    const chatflow = await makeFlow(user, builder.build(), 'With a tool');
    const payload = { name: 'Steps', type: 'MULTIAGENT', flowData: await talkingFlow(user) };
    await user.inject({ method: 'POST', url: `${studio}/flows`, payload });
    const details = JSON.stringify({ name: 'Helper', instruction: 'Help.', more: { kept: [1, 2] } });
    await imported({ AssistantCustom: [{ id: randomUUID(), details, credential: '', iconSrc: '' }] });
    return { toolId: tool.id, chatflow };
  }

  it('EXPORT-04, API-09, ENT-04, SP-30, SP-33: the answer has a file name and five lists; unselected ones are empty, flags are booleans', async () => {
    await fill();
    const answer = await exported({ tool: true, variable: false });
    expect(Object.keys(answer)).toEqual([
      'FileDefaultName',
      'Tool',
      'ChatFlow',
      'AgentFlow',
      'Variable',
      'Assistant',
    ]);
    expect(answer.FileDefaultName).toBe('ExportData.json');
    expect([answer.Tool.length, answer.ChatFlow.length, answer.Variable.length]).toEqual([1, 0, 0]);
    for (const flag of Object.keys(all)) {
      const refused = await send('export', { [flag]: 'yes' });
      expect([flag, refused.statusCode, refused.json().details[0].path]).toEqual([flag, 400, flag]);
    }
    const key = await makeKey(app, user.caller.workspaceId);
    const byKey = await key.inject({
      method: 'POST',
      url: '/api/v1/export-import/export',
      payload: { chatflow: true },
    });
    expect(byKey.json<Answer>().ChatFlow.map(({ name }) => name)).toEqual(['With a tool']);
    const outsider = await makeKey(app);
    expect(Object.values(kept(await exported(all, outsider))).flat()).toEqual([]);
    expect((await app.inject({ method: 'POST', url: `${studio}/export-import/export` })).statusCode).toBe(
      401,
    );
  });

  it('IMPORT-07, API-10: export, wipe, import and export again give the same bundle', async () => {
    await fill();
    const before = kept(await exported());
    expect(Object.values(before).map((rows) => rows.length)).toEqual([1, 1, 1, 1, 1]);
    await wipe();
    expect(await count()).toEqual([0, 0, 0, 0, 0]);
    await imported(before);
    expect(kept(await exported())).toEqual(before);
    const [assistant] = await app.infrastructure.db.selectFrom('assistant').select(['flowId']).execute();
    expect(assistant?.flowId, 'the flow that answers for it is recreated').toBeTruthy();
  });

  it('a full bundle keeps description, tags, folder, configuration and the published version', async () => {
    await wipe();
    const words = async (mark: string) => ({ ...(await talkingFlow(user)), mark });
    const id = await makeFlow(user, await words('published'), 'Kept whole');
    const url = `${studio}/flows/${id}`;
    await user.inject({ method: 'PATCH', url, payload: { description: 'Why', category: 'a;b' } });
    await user.inject({ method: 'PATCH', url: `${studio}/flows`, payload: { ids: [id], folder: 'Shop' } });
    const followUpPrompts = { openai: { credentialId: randomUUID() } };
    await app.infrastructure.db
      .updateTable('flow')
      .set({ chatbotConfig: JSON.stringify({ welcomeMessage: 'Hi', followUpPrompts }) })
      .where('id', '=', id)
      .execute();
    const publish = { method: 'POST' as const, url: `${url}/publish`, payload: {} };
    const published = await user.inject({ ...publish, headers: { 'if-match': '1' } });
    expect(published.statusCode, published.body).toBe(200);
    const { draftRevision } = (await user.inject({ method: 'GET', url })).json();
    await user.inject({
      method: 'PUT',
      url: `${url}/draft`,
      payload: { flowData: await words('edited') },
      headers: { 'if-match': String(draftRevision) },
    });
    const bundle = (await send('bundle', { flowIds: [id] })).json();
    expect(bundle).toMatchObject({ format: 'tendril/1', Tool: [], AgentFlow: [], Variable: [] });
    expect(JSON.stringify(bundle)).not.toContain('credentialId');

    await wipe();
    await imported(bundle);
    const list = (await user.inject({ method: 'GET', url: `${studio}/flows` })).json();
    const kept = { id, description: 'Why', category: 'a;b', folder: 'Shop', isPublic: false };
    expect(list.data).toMatchObject([{ ...kept, status: 'draft', liveVersion: 1 }]);
    const detail = (await user.inject({ method: 'GET', url })).json();
    expect(detail).toMatchObject({ chatbotConfig: { welcomeMessage: 'Hi' }, flowData: { mark: 'edited' } });
    const live = await app.infrastructure.db
      .selectFrom('flow')
      .innerJoin('flow_version', 'flow_version.id', 'flow.publishedVersionId')
      .select('flow_version.flowData')
      .where('flow.id', '=', id)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(live.flowData).mark).toBe('published');

    // Readers that do not know the mark find the rows they know.
    await wipe();
    const { format: _format, ...unmarked } = bundle;
    await imported(unmarked);
    const plain = (await user.inject({ method: 'GET', url: `${studio}/flows` })).json();
    expect(plain.data).toMatchObject([{ name: 'Kept whole', status: 'never', folder: '' }]);
  });

  it('SP-37: ids that are taken become others with " (1)" on the name, and references follow them', async () => {
    const { toolId, chatflow } = await fill();
    const bundle = kept(await exported());
    await user.inject({
      method: 'PUT',
      url: `${studio}/variables/${bundle['Variable']?.[0]?.['id']}`,
      payload: { name: 'town', value: 'Bergen' },
    });
    const report = (await send('inspect', bundle)).json<BundleReport>();
    expect(report.entries.map(({ kind, outcome, newName }) => [kind, outcome, newName])).toEqual([
      ['tool', 'renamed', 'price_of_1'],
      ['chatflow', 'renamed', 'With a tool (1)'],
      ['agentflow', 'renamed', 'Steps (1)'],
      ['variable', 'renamed', 'town_1'],
      ['assistant', 'renamed', 'Helper (1)'],
    ]);
    expect(await count(), 'an inspection changes nothing').toEqual([1, 1, 1, 1, 1]);

    await imported(bundle);
    const after = await exported();
    expect(after.ChatFlow.map(({ name }) => name).sort()).toEqual(['With a tool', 'With a tool (1)']);
    const copy = after.ChatFlow.find(({ name }) => name.endsWith('(1)'));
    const newTool = after.Tool.find(({ name }) => name === 'price_of_1');
    expect([copy?.id === chatflow, newTool?.id === toolId]).toEqual([false, false]);
    expect(newTool?.['func']).toBe('return $vars.town_1;');
    const flow = JSON.parse(copy?.flowData ?? '') as FlowData;
    expect(flow.nodes[0]?.data.inputs?.['selectedTool']).toBe(newTool?.id);
    expect(flow.nodes[1]?.data.inputs?.['template']).toBe('In {{$vars.town_1}} it is {weather}');
    const old = after.ChatFlow.find(({ id }) => id === chatflow);
    expect(JSON.parse(old?.flowData ?? '').nodes[0].data.inputs.selectedTool).toBe(toolId);
    const details = after.Assistant.map(({ details: text }) => JSON.parse(String(text)));
    expect(details.map(({ name }) => name).sort()).toEqual(['Helper', 'Helper (1)']);
    expect(details[0].more).toEqual({ kept: [1, 2] });
  });

  it('a variable that is here as it is stays one; ids of another workspace are never touched', async () => {
    await fill();
    const bundle = kept(await exported());
    await imported({ Variable: bundle['Variable'] });
    expect((await exported()).Variable).toHaveLength(1);
    const outsider = await makeKey(app);
    const elsewhere = { ChatFlow: bundle['ChatFlow'] };
    expect((await send('import', elsewhere, outsider)).statusCode).toBe(200);
    const [theirs] = (await exported(all, outsider)).ChatFlow;
    expect(theirs?.name).toBe('With a tool');
    expect(theirs?.id).not.toBe(bundle['ChatFlow']?.[0]?.['id']);
    expect(kept(await exported())).toEqual(bundle);
  });

  it('SP-37: missing lists are empty, unknown ones are left out with a note', async () => {
    await wipe();
    await imported({});
    await imported({ Tool: null });
    const bundle = {
      Variable: [{ id: 'v1', name: 'greeting', value: 'Hello', type: 'static' }],
      ChatMessage: [{ id: 'm' }, { id: 'n' }],
      ChatFlow: [{ id: 'a1', name: 'Of an assistant', type: 'ASSISTANT', flowData: '{}' }],
      Execution: [],
      Marvel: [{}],
    };
    const report = (await send('inspect', bundle)).json<BundleReport>();
    expect(report.skipped).toEqual([
      { key: 'ChatMessage', count: 2, reason: expect.stringContaining('ChatMessage.0.role'), file: '' },
      { key: 'ChatFlow (ASSISTANT)', count: 1, reason: expect.stringContaining('recreated'), file: '' },
      { key: 'Marvel', count: 1, reason: expect.any(String), file: '' },
    ]);
    await imported(bundle);
    expect((await exported()).Variable).toMatchObject([{ id: 'v1', name: 'greeting', value: 'Hello' }]);
  });

  it('agent flows have a list of their own, only where there are any', async () => {
    await wipe();
    await fill();
    const payload = { name: 'Second kind', type: 'AGENTFLOW', flowData: { nodes: [], edges: [] } };
    await user.inject({ method: 'POST', url: `${studio}/flows`, payload });
    const bundle = await exported();
    expect(bundle.AgentFlowV2.map(({ name }) => name)).toEqual(['Second kind']);
    expect(bundle.AgentFlow.map(({ name }) => name)).toEqual(['Steps']);
    expect(await exported({ agentflow: true, agentflowv2: false })).not.toHaveProperty('AgentFlowV2');
    await wipe();
    await imported(kept(bundle));
    expect(kept(await exported())).toEqual(kept(bundle));
    const rows = await app.infrastructure.db.selectFrom('flow').select(['name', 'type']).execute();
    expect(rows).toContainEqual({ name: 'Second kind', type: 'AGENTFLOW' });
  });

  it.skipIf(!existsSync(fixtures))(
    'I-32: bundles of Flowise 2.2 and 3 with its own flows are read (needs flow files of others)',
    async () => {
      await wipe();
      const flowsOf = (folder: string) => {
        const place = join(fixtures, folder);
        return readdirSync(place).map((name) => {
          const { nodes, edges } = JSON.parse(readFileSync(join(place, name), 'utf8'));
          return { id: randomUUID(), name, flowData: JSON.stringify({ nodes, edges }) };
        });
      };
      const toolFolder = join(fixtures, '3.1/tools');
      const bundle = {
        AgentFlow: [...flowsOf('2.2.6/agentflows'), ...flowsOf('3.1/agentflows')],
        AgentFlowV2: flowsOf('3.1/agentflowsv2'),
        ChatFlow: [...flowsOf('2.2.6/chatflows'), ...flowsOf('3.1/chatflows')],
        AssistantOpenAI: [
          { id: randomUUID(), details: '{"id":"asst_1","name":"Vendor\'s"}', credential: randomUUID() },
        ],
        Tool: readdirSync(toolFolder).map((name) => ({
          ...JSON.parse(readFileSync(join(toolFolder, name), 'utf8')),
          id: randomUUID(),
        })),
        Variable: [],
        DocumentStore: [{ id: randomUUID(), name: 'Papers' }],
      };
      const report = (await send('inspect', bundle)).json<BundleReport>();
      const lists = [bundle.AgentFlow, bundle.AgentFlowV2, bundle.ChatFlow, bundle.Tool];
      const wanted = lists.flat().length + 2;
      expect(report.entries).toHaveLength(wanted);
      expect(report.skipped).toEqual([]);
      const kinds = new Set(report.entries.flatMap(({ warnings }) => warnings.map(({ kind }) => kind)));
      expect([...kinds]).toEqual(
        expect.arrayContaining(['missingCredentials', 'bringsCode', 'unknownCredential']),
      );
      await imported(bundle);
      const after = await exported();
      expect(after.ChatFlow).toHaveLength(bundle.ChatFlow.length);
      expect(after.AgentFlow).toHaveLength(bundle.AgentFlow.length);
      expect(after.AgentFlowV2).toHaveLength(bundle.AgentFlowV2.length);
      expect(after.Assistant).toMatchObject([{ type: 'OPENAI', credential: '' }]);
    },
  );

  it('SP-34, ATK-130: no password, file, folder or reference to a secret is in an export', async () => {
    await wipe();
    const credential = await user.inject({
      method: 'POST',
      url: `${studio}/credentials`,
      payload: { name: 'Key', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: canary } },
    });
    const credentialId = credential.json<{ id: string }>().id;
    const inputParams = [
      { id: 'a', label: 'A', name: 'token', type: 'password' },
      { id: 'b', label: 'B', name: 'papers', type: 'file' },
      { id: 'c', label: 'C', name: 'place', type: 'folder' },
      { id: 'd', label: 'D', name: 'words', type: 'string' },
    ];
    const flow = await talkingFlow(user);
    const [first] = flow.nodes;
    if (!first) throw new Error('No node');
    flow.nodes.push({
      ...first,
      id: 'foreign_0',
      pinned: { at: 1, outputs: { output: canary } },
      data: {
        id: 'foreign_0',
        name: 'foreignNode',
        label: 'Foreign',
        credential: credentialId,
        inputParams,
        inputs: {
          token: canary,
          papers: `data:text/plain;base64,${Buffer.from(canary).toString('base64')},filename:a.txt`,
          place: canary,
          words: 'stay',
          FLOWISE_CREDENTIAL_ID: credentialId,
          modelConfig: { FLOWISE_CREDENTIAL_ID: credentialId, temperature: 0.5 },
        },
      },
    });
    await makeFlow(user, flow, 'With secrets');
    await user.inject({
      method: 'POST',
      url: `${studio}/variables`,
      payload: { name: 'hidden', value: canary, type: 'static', isSecret: true },
    });
    const chatModel = { name: 'chatOpenAI', credential: credentialId, inputs: { modelName: 'gpt-4o-mini' } };
    const tools = [{ name: 'foreignTool', inputParams, inputs: { token: canary, words: 'stay' } }];
    const details = JSON.stringify({ name: 'Helper', instruction: 'Help.', chatModel, tools });
    await imported({ Assistant: [{ id: 'assistant-1', details, credential: '', iconSrc: '' }] });
    const answer = await send('export', all);
    expect(answer.json<Answer>().Assistant).toHaveLength(1);
    expect(answer.json<Answer>().Variable).toMatchObject([{ name: 'hidden', value: '' }]);
    expect(answer.body).toContain('stay');
    expect(answer.body).not.toContain(canary);
    expect(answer.body).not.toContain(Buffer.from(canary).toString('base64'));
    expect(answer.body).not.toContain(credentialId);
    const node = JSON.parse(answer.json<Answer>().ChatFlow[0]?.flowData ?? '').nodes.at(-1);
    expect(node.data.inputs).toEqual({ words: 'stay', modelConfig: { temperature: 0.5 } });
    expect(node.pinned).toBeUndefined();
  });

  it('ATK-133, ATK-134: what comes in is private and unpublished, its passwords sealed, references to secrets gone', async () => {
    await wipe();
    const flow = await talkingFlow(user);
    const [node] = flow.nodes;
    if (!node) throw new Error('No node');
    node.data = {
      ...node.data,
      credential: randomUUID(),
      inputParams: [{ name: 'token', type: 'password' }],
      inputs: { ...node.data.inputs, token: canary, other: `STORED-SECRET::${randomUUID()}` },
    };
    flow.edges.push({ source: 'gone_0', target: node.id, sourceHandle: 'x', targetHandle: 'y' });
    const row = {
      id: 'imported-flow-1',
      name: 'Open',
      type: 'CHATFLOW',
      flowData: JSON.stringify(flow),
      isPublic: true,
      deployed: true,
      apikeyid: 'somebody',
      workspaceId: randomUUID(),
      chatbotConfig: '{"allowedOrigins":["https://evil.test"]}',
    };
    const report = (await send('inspect', { ChatFlow: [row] })).json<BundleReport>();
    expect(report.entries[0]?.warnings).toEqual([{ kind: 'looseEdges', names: ['1'] }]);
    await imported({ ChatFlow: [row] });
    const stored = await app.infrastructure.db
      .selectFrom('flow')
      .innerJoin('flow_version', 'flow_version.id', 'flow.draftVersionId')
      .select(['isPublic', 'deployed', 'apikeyid', 'chatbotConfig', 'publishedVersionId', 'flowData'])
      .where('flow.id', '=', row.id)
      .executeTakeFirstOrThrow();
    expect(stored).toMatchObject({
      isPublic: 0,
      deployed: 0,
      apikeyid: null,
      chatbotConfig: null,
      publishedVersionId: null,
    });
    expect(stored.flowData).not.toContain(canary);
    const kept = JSON.parse(stored.flowData) as FlowData;
    expect(kept.nodes[0]?.data.credential).toBeUndefined();
    expect(kept.nodes[0]?.data.inputs?.['token']).toMatch(/^STORED-SECRET::/);
    expect(kept.nodes[0]?.data.inputs?.['other']).not.toMatch(/^STORED-SECRET::/);
    expect(kept.edges.some(({ source }) => source === 'gone_0')).toBe(false);
  });

  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  const flowOf = (flowData: unknown) => ({ ChatFlow: [{ id: 'a', name: 'A', flowData }] });
  it.each<[string, unknown, RegExp]>([
    ['text', 'hello', /not valid JSON or is incomplete/],
    ['a truncated bundle', '{"Tool":[{"id":"a","name":"b"', /incomplete/],
    ['a list', [], /not a bundle/],
    ['a number', '7', /not a bundle/],
    ['a foreign file', { users: [1] }, /none of the lists Tool/],
    ['nodes that are no list', { nodes: 7, edges: [] }, /^nodes: must be a list/],
    ['a single tool with a bad schema', { name: 'x', func: '', schema: '{}' }, /^Tool\.0\.schema: must be/],
    ['a list that is none', { Tool: { id: 'a' } }, /^Tool: must be a list/],
    ['a bad id', { Tool: [{ id: '../x', name: 'a' }] }, /^Tool\.0\.id: /],
    ['no name', { ChatFlow: [{ id: 'a', name: ' ', flowData: '{}' }] }, /^ChatFlow\.0\.name: /],
    [
      'an unknown type',
      { ChatFlow: [{ id: 'a', name: 'A', type: 'X', flowData: '{}' }] },
      /ChatFlow\.0\.type/,
    ],
    ['flow data that is no text', flowOf({ nodes: [] }), /^ChatFlow\.0\.flowData: /],
    ['flow data that is no JSON', flowOf('{'), /^ChatFlow\.0\.flowData: must be valid JSON/],
    ['a node without an id', flowOf('{"nodes":[{"position":{"x":1,"y":1}}]}'), /flowData\.nodes\.0\.id/],
    ['a deep file', `{"Tool":${deep(5000)}}`, /nest deeper than 64/],
    ['deep flow data', flowOf(`{"nodes":[],"more":${deep(70)}}`), /^ChatFlow\.0\.flowData: .*deeper/],
    ['a forbidden key', '{"Tool":[{"id":"a","name":"b","__proto__":{"x":1}}]}', /__proto__/],
    ['a forbidden key in flow data', flowOf('{"nodes":[],"constructor":{}}'), /flowData\.constructor/],
    ['a bad schema', { Tool: [{ id: 'a', name: 'b', schema: '{}' }] }, /^Tool\.0\.schema: must be/],
    ['a bad variable', { Variable: [{ id: 'a', name: 'has space' }] }, /^Variable\.0\.name: /],
    ['bad details', { Assistant: [{ id: 'a', details: '[]' }] }, /^Assistant\.0\.details: /],
    ['too many entries', { Tool: Array.from({ length: 20_001 }, () => 0) }, /at most 20,000 entries/],
    ['a flow too large', flowOf(`"${'x'.repeat(10_000_001)}"`), /^ChatFlow\.0\.flowData: /],
  ])('ATK-131: %s is refused by its place, and nothing is written', async (_name, bundle, sentence) => {
    await wipe();
    const good = { id: 'good-variable', name: 'good', value: 'x' };
    const isPlain = typeof bundle === 'object' && bundle !== null && !Array.isArray(bundle);
    const mixed = isPlain && !('nodes' in bundle) && !('func' in bundle) && !('users' in bundle);
    const body = mixed ? { Variable: [good], ...bundle } : bundle;
    for (const path of ['inspect', 'import']) {
      const answer = await send(path, body);
      expect([path, answer.statusCode]).toEqual([path, 400]);
      expect(answer.json().message).toMatch(sentence);
      expect(answer.json().details?.length ?? 0).toBeLessThanOrEqual(20);
    }
    expect(await count()).toEqual([0, 0, 0, 0, 0]);
    expect(readdirSync(join(app.infrastructure.config.home, 'cache', 'bundles'))).toEqual([]);
  });

  it('one bad entry among many names the first twenty problems and leaves everything out', async () => {
    await wipe();
    const tools = Array.from({ length: 60 }, (_, index) => ({
      id: `tool-${index}`,
      name: index % 2 ? '' : 'ok',
    }));
    const answer = await send('import', { Tool: tools });
    expect(answer.json().details).toHaveLength(20);
    expect(answer.json().message).toBe('Tool.1.name: must not be empty (and 19 more)');
    expect(await count()).toEqual([0, 0, 0, 0, 0]);
  });

  it('a body that is not UTF-8, none at all, and one of another type are refused', async () => {
    const url = `${studio}/export-import/import`;
    const headers = { 'content-type': 'application/json' };
    const bytes = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]);
    const odd = await user.inject({ method: 'POST', url, headers, payload: bytes });
    expect([odd.statusCode, odd.json().message]).toEqual([400, 'The file is not UTF-8 text.']);
    expect((await user.inject({ method: 'POST', url })).statusCode).toBe(400);
    const text = await user.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'text/plain' },
      payload: 'x',
    });
    expect(text.statusCode).toBe(415);
    const announced = { ...headers, 'content-length': String(300 * 1024 * 1024) };
    const large = await user.inject({ method: 'POST', url, headers: announced, payload: '{}' });
    expect([large.statusCode, large.json().code]).toEqual([413, 'TOO_LARGE']);
    const read = await makeKey(app, user.caller.workspaceId);
    await app.infrastructure.db
      .updateTable('api_key')
      .set({ scope: 'read' })
      .where('id', '=', read.keyId)
      .execute();
    expect((await send('import', {}, read)).statusCode).toBe(403);
  });

  it('progress is idle when nothing goes on, and a change is in the audit log', async () => {
    await wipe();
    await imported({ Variable: [{ id: 'audited', name: 'audited', value: '1' }] });
    const state = await user.inject({ method: 'GET', url: `${studio}/export-import/progress` });
    expect(state.json()).toEqual({ stage: 'idle', done: 0, total: 0 });
    const [entry] = await app.infrastructure.db
      .selectFrom('audit_entry')
      .selectAll()
      .where('action', '=', 'bundle-imported')
      .orderBy('seq', 'desc')
      .limit(1)
      .execute();
    expect(JSON.parse(entry?.detail ?? '{}')).toMatchObject({ variables: 1 });
  });

  it('imported variables count for the next run at once', async () => {
    await wipe();
    const code = { javascriptFunction: 'return $vars.fresh;' };
    const run = async () =>
      (await user.inject({ method: 'POST', url: `${studio}/node-custom-function`, payload: code })).body;
    await run();
    await imported({ Variable: [{ id: 'fresh-one', name: 'fresh', value: 'new bread' }] });
    expect(await run()).toContain('new bread');
  });
});
