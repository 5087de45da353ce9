import { randomUUID } from 'node:crypto';
import type { BundleEntry, BundleReport } from '@tendril/contract/api/export-import';
import type { ImportReport } from '@tendril/contract/api/import-files';
import type { FlowData } from '@tendril/contract/flow/flow';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { readTemplates, studio } from '../../../testing/flow-fixtures.ts';
import { hasForeignFiles, readForeignFiles } from '../../../testing/foreign-files.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

type Files = { name: string; text: string }[];
type Row = { id: string; name: string; type: string; flowData: string };

const kindOfFolder: Record<string, [BundleEntry['kind'], string]> = {
  chatflows: ['chatflow', 'CHATFLOW'],
  agentflows: ['agentflow', 'MULTIAGENT'],
  agentflowsv2: ['agentflowV2', 'AGENTFLOW'],
  tools: ['tool', ''],
};

describe.each(databases)('files to import on %s', (database) => {
  let app: TestApp;
  let user: TestUser;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    const { db } = app.infrastructure;
    const tables = ['flow', 'tool', 'variable', 'assistant', 'flow_template', 'document_store'] as const;
    for (const table of tables)
      await db.deleteFrom(table).where('workspaceId', '=', user.caller.workspaceId).execute();
  });

  const send = (path: string, payload: unknown, who: Pick<TestUser, 'inject'> = user) =>
    who.inject({
      method: 'POST',
      url: `${studio}/${path}`,
      headers: { 'content-type': 'application/json' },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    });
  const taken = async (path: string, payload: unknown): Promise<BundleReport> => {
    const answer = await send(path, payload);
    expect(answer.statusCode, answer.body.slice(0, 500)).toBe(200);
    return answer.json<BundleReport>();
  };
  const flowRows = () =>
    app.infrastructure.db
      .selectFrom('flow')
      .innerJoin('flow_version', 'flow_version.id', 'flow.draftVersionId')
      .select(['flow.id', 'flow.name', 'flow.type', 'flow_version.flowData', 'flow_version.number'])
      .where('flow.workspaceId', '=', user.caller.workspaceId)
      .orderBy('flow.createdAt')
      .orderBy('flow.name')
      .execute();

  const builder = async () => new FlowBuilder(await readTemplates(user));
  const asFile = (flow: FlowData, name = 'A flow.json') => ({ name, text: JSON.stringify(flow) });

  it.skipIf(!hasForeignFiles)(
    'every file lands in its own kind, is exported as it came, and each node is spoken of (needs flow files of others)',
    async () => {
      const files = readForeignFiles();
      const payload = { files: files.map(({ path, text }) => ({ name: path, text })) };
      const seen = await taken('import/inspect', payload);
      expect(seen.refused).toEqual([]);
      expect(await flowRows(), 'a look changes nothing').toEqual([]);
      const report = await taken('import', payload);
      const outlines = (entries: readonly BundleEntry[]) =>
        entries.map(({ kind, newName, file, findings }) => ({ kind, newName, file, findings }));
      expect(outlines(report.entries)).toEqual(outlines(seen.entries));
      const entries = new Map(report.entries.map((entry) => [entry.file, entry]));
      const stored = new Map((await flowRows()).map((row) => [row.id, row]));
      const bundle = (await send('export-import/export', { chatflow: true, agentflow: true })).json<
        Record<string, Row[]>
      >();
      const rows = ['ChatFlow', 'AgentFlow', 'AgentFlowV2'].flatMap((key) => bundle[key] ?? []);
      const exported = new Map(rows.map((row) => [row.id, row.flowData]));
      for (const { path, folder, text } of files) {
        const entry = entries.get(path);
        const [kind, type] = kindOfFolder[folder] ?? [];
        expect([path, entry?.kind]).toEqual([path, kind]);
        if (!entry || kind === 'tool') continue;
        expect([path, stored.get(entry.id)?.type]).toEqual([path, type]);
        const { nodes, edges } = JSON.parse(text) as FlowData;
        expect(exported.get(entry.id), path).toBe(JSON.stringify({ nodes, edges }));
        const drawn = nodes.filter(({ data }) => !data.name.startsWith('stickyNote')).map(({ id }) => id);
        expect([path, entry.findings.flatMap(({ nodeId }) => nodeId ?? [])]).toEqual([path, drawn]);
      }
    },
  );

  it('the record of a flow says which of its settings stay out, and is the kind that it says', async () => {
    const flowData = JSON.stringify((await builder()).build());
    const record = { name: 'Whole', type: 'MULTIAGENT', flowData, apiConfig: '{"a":1}', chatbotConfig: null };
    const { entries } = await taken('import', { files: [{ name: 'x.json', text: JSON.stringify(record) }] });
    expect(entries[0]?.kind).toBe('agentflow');
    expect(entries[0]?.findings.flatMap(({ notes }) => notes.map(({ message }) => message))).toEqual([
      expect.stringContaining('left out: apiConfig.'),
    ]);
  });

  it('a file that cannot be read leaves the others alone, and is named', async () => {
    const flow = (await builder()).build();
    const files: Files = [
      asFile(flow, 'folder/Good one Chatflow.json'),
      { name: 'broken.json', text: '{"nodes":[' },
      { name: 'letter.json', text: '{"dear":"you"}' },
      { name: 'tool.json', text: JSON.stringify({ name: 'my tool', func: 'return 1', schema: '[]' }) },
    ];
    const report = await taken('import', { files });
    expect(report.entries.map(({ kind, newName, file }) => [kind, newName, file])).toEqual([
      ['tool', 'my_tool', 'tool.json'],
      ['chatflow', 'Good one', 'folder/Good one Chatflow.json'],
    ]);
    expect(report.refused).toEqual([
      { file: 'broken.json', message: 'The file is not valid JSON or is incomplete.' },
      { file: 'letter.json', message: expect.stringMatching(/not a bundle, a flow or a tool/) },
    ]);
    const none = await send('import', { files: files.slice(1, 3) });
    expect([none.statusCode, none.json().message]).toEqual([
      400,
      'broken.json: The file is not valid JSON or is incomplete.',
    ]);
  });

  it('the file of a template bears its whole name, that of an export one word more', async () => {
    const flow = { nodes: [], edges: [] };
    const files = [
      asFile({ description: 'A team', usecases: ['Writing'], ...flow }, 'Multi Agents.json'),
      asFile(flow, 'Team Agents.json'),
    ];
    const { entries } = await taken('import', { files });
    expect(entries.map(({ newName }) => newName)).toEqual(['Multi Agents', 'Team']);
  });

  it('a flow is found bare, as text, as a row and wrapped; its name is that of the row or of the file', async () => {
    const flow = { nodes: [], edges: [] };
    const files: Files = [
      asFile(flow, 'Bare.json'),
      { name: 'Text.json', text: JSON.stringify({ flowData: JSON.stringify(flow) }) },
      { name: 'x.json', text: JSON.stringify({ name: 'A row', type: 'CHATFLOW', flowData: flow }) },
      { name: 'y.json', text: JSON.stringify({ chatflow: { name: 'Wrapped', flowData: '{"nodes":[]}' } }) },
    ];
    const report = await taken('import', { files });
    expect(report.entries.map(({ newName }) => newName)).toEqual(['Bare', 'Text', 'A row', 'Wrapped']);
  });

  it('the same file again stays beside the first, replaces it, or is left out', async () => {
    const flow = (await builder()).build();
    const tool = { name: 'add.json', text: JSON.stringify({ name: 'add', func: 'return 1', schema: '[]' }) };
    const files = [asFile(flow, 'Twice.json'), tool];
    const outcomes = ({ entries }: BundleReport) =>
      entries.map(({ outcome, newName, isPresent }) => [outcome, newName, isPresent]);
    expect(outcomes(await taken('import', { files }))).toEqual([
      ['new', 'add', false],
      ['new', 'Twice', false],
    ]);
    expect(outcomes(await taken('import', { files, onClash: 'both' }))).toEqual([
      ['renamed', 'add_1', true],
      ['renamed', 'Twice (1)', true],
    ]);
    const [first] = (await flowRows()).filter(({ name }) => name === 'Twice');
    const newer = [asFile({ ...flow, viewport: { x: 1, y: 2, zoom: 1 } }, 'Twice.json')];
    newer.push({ name: 'add.json', text: JSON.stringify({ name: 'add', func: 'return 2', schema: '[]' }) });
    expect(outcomes(await taken('import', { files: newer, onClash: 'skip' }))).toEqual([
      ['kept', 'add', true],
      ['kept', 'Twice', true],
    ]);
    expect((await flowRows()).find(({ id }) => id === first?.id)).toEqual(first);
    expect(outcomes(await taken('import', { files: newer, onClash: 'replace' }))).toEqual([
      ['replaced', 'add', true],
      ['replaced', 'Twice', true],
    ]);
    const after = await flowRows();
    expect(after).toHaveLength(2);
    expect(after.find(({ id }) => id === first?.id)).toMatchObject({ number: 2, name: 'Twice' });
    expect(JSON.parse(after.find(({ id }) => id === first?.id)?.flowData ?? '').viewport.x).toBe(1);
    const tools = await app.infrastructure.db.selectFrom('tool').select(['name', 'func']).execute();
    expect(tools).toContainEqual({ name: 'add', func: 'return 2' });
  });

  it('a bundle of 3.1 brings agent flows, templates, knowledge bases, chats and ratings, and says what stays out', async () => {
    const flowData = JSON.stringify({ nodes: [], edges: [] });
    const message = { chatflowid: 'flow-1', chatId: 'c1', sessionId: 's1', chatType: 'EXTERNAL' };
    const bundle = {
      AgentFlow: [],
      AgentFlowV2: [{ id: 'v2', name: 'Newer', type: 'AGENTFLOW', flowData }],
      AssistantFlow: [{ id: 'af', name: 'Hidden', type: 'ASSISTANT', flowData }],
      AssistantCustom: [{ id: 'ac', details: JSON.stringify({ name: 'Helper' }), type: 'CUSTOM' }],
      AssistantOpenAI: [],
      AssistantAzure: [],
      ChatFlow: [
        {
          id: 'flow-1',
          name: 'Chats',
          type: 'CHATFLOW',
          flowData,
          isPublic: true,
          analytic: '{"langFuse":{"status":true,"release":"2"},"helicone":{"status":true}}',
        },
      ],
      ChatMessage: [
        {
          id: 'm2',
          role: 'apiMessage',
          content: 'Hello',
          createdDate: '2024-05-01T10:00:01.000Z',
          ...message,
        },
        { id: 'm1', role: 'userMessage', content: 'Hi', createdDate: '2024-05-01T10:00:00.000Z', ...message },
        { id: 'm3', role: 'userMessage', content: 'Lost', ...message, chatflowid: 'elsewhere' },
      ],
      ChatMessageFeedback: [
        {
          id: 'f',
          chatflowid: 'flow-1',
          chatId: 'c1',
          messageId: 'm2',
          rating: 'THUMBS_UP',
          content: 'Good',
        },
      ],
      CustomTemplate: [
        { id: 't1', name: 'Mine', description: 'D', type: 'Chatflow', usecases: '["Shop"]', flowData },
        { id: 't2', name: 'Tool', type: 'Tool', flowData: '{"func":"return 1","schema":"[]","iconSrc":""}' },
      ],
      DocumentStore: [
        {
          id: 'store-1',
          name: 'Papers',
          description: 'All of them',
          loaders: JSON.stringify([
            {
              id: 'loader-1',
              loaderId: 'plainText',
              loaderName: 'Plain Text',
              loaderConfig: { text: 'abc', credential: 'secret-1' },
              splitterId: '',
              splitterName: '',
              splitterConfig: {},
              totalChunks: 2,
              status: 'SYNC',
            },
          ]),
          embeddingConfig: JSON.stringify({
            name: 'openAIEmbeddings',
            config: { credential: 'x', modelName: 'm' },
          }),
        },
      ],
      DocumentStoreFileChunk: [
        {
          id: 'k2',
          docId: 'loader-1',
          storeId: 'store-1',
          chunkNo: 2,
          pageContent: 'second',
          metadata: '{"p":2}',
        },
        { id: 'k1', docId: 'loader-1', storeId: 'store-1', chunkNo: 1, pageContent: 'first', metadata: '{}' },
        { id: 'k3', docId: 'gone', storeId: 'store-1', chunkNo: 1, pageContent: 'lost', metadata: '{}' },
      ],
      Execution: [{ id: 'e1' }],
      Tool: [],
      Variable: [],
    };
    const report = await taken('import', { files: [{ name: 'all.json', text: JSON.stringify(bundle) }] });
    expect(report.entries.map(({ kind, newName }) => [kind, newName])).toEqual([
      ['agentflowV2', 'Newer'],
      ['chatflow', 'Chats'],
      ['assistant', 'Helper'],
      ['template', 'Mine'],
      ['template', 'Tool'],
      ['knowledgeBase', 'Papers'],
      ['chats', '2 messages of Chats'],
    ]);
    expect(report.skipped.map(({ key, count }) => [key, count])).toEqual([
      ['AssistantFlow', 1],
      ['Execution', 1],
      ['DocumentStoreFileChunk', 1],
      ['ChatMessage', 1],
    ]);
    const notes = report.entries.find(({ newName }) => newName === 'Chats')?.findings[0]?.notes;
    expect(notes?.map(({ need }) => need)).toEqual(['sharing', 'review']);
    const chats = await app.infrastructure.db
      .selectFrom('flow')
      .select('analytic')
      .where('name', '=', 'Chats')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(chats.analytic ?? '')).toEqual({
      langFuse: { status: false, release: '2' },
      helicone: { status: false },
    });

    const { db } = app.infrastructure;
    const messages = await db.selectFrom('chat_message').select(['id', 'content']).orderBy('seq').execute();
    expect(messages).toEqual([
      { id: 'm1', content: 'Hi' },
      { id: 'm2', content: 'Hello' },
    ]);
    const ratings = await db.selectFrom('feedback').select(['messageId', 'rating', 'flowId']).execute();
    expect(ratings).toEqual([{ messageId: 'm2', rating: 'THUMBS_UP', flowId: 'flow-1' }]);
    const store = (await user.inject({ url: `${studio}/document-store/store/store-1` })).json();
    expect(store).toMatchObject({
      name: 'Papers',
      totalChunks: 2,
      embeddingConfig: { config: { modelName: 'm' } },
    });
    expect(JSON.stringify(store)).not.toContain('secret-1');
    const chunks = await db.selectFrom('document_chunk').select('pageContent').orderBy('chunkNo').execute();
    expect(chunks.map(({ pageContent }) => pageContent)).toEqual(['first', 'second']);
    const made = await user.inject({ method: 'POST', url: `${studio}/templates/t1/flows`, payload: {} });
    expect([made.statusCode, made.json().name]).toEqual([201, 'Mine']);
    const tool = await user.inject({ method: 'POST', url: `${studio}/templates/t2/tools`, payload: {} });
    expect([tool.statusCode, tool.json().func]).toEqual([201, 'return 1']);

    const again = await taken('import', bundle);
    expect(again.entries.map(({ outcome }) => outcome)).toEqual(
      again.entries.map(({ kind }) => (kind === 'chats' ? 'new' : 'renamed')),
    );
    expect(await db.selectFrom('chat_message').select('id').execute()).toHaveLength(4);
  });

  it('the report names what each node needs, stays with the flow, and follows what is done', async () => {
    const draw = await builder();
    draw.add('chatOpenAI', { x: 0, y: 0 }, { modelName: 'gpt-4o-mini' });
    draw.add('customTool', { x: 0, y: 100 }, { selectedTool: randomUUID() });
    draw.add('documentStore', { x: 0, y: 200 }, { selectedStore: randomUUID() });
    draw.add('pdfFile', { x: 0, y: 300 }, {});
    draw.add('promptTemplate', { x: 0, y: 400 }, { template: 'In {{$vars.nowhere}}', relic: 'kept' });
    const flow = draw.build();
    const [model] = flow.nodes;
    if (!model) throw new Error('No node');
    const strange = { id: 'strange_0', name: 'strange', label: 'Strange', inputs: { left: 1 } };
    flow.nodes.push({ ...model, id: 'strange_0', data: strange });
    flow.edges.push({
      source: 'gone_0',
      target: model.id,
      sourceHandle: 'gone_0-output-a-B',
      targetHandle: `${model.id}-input-cache-C`,
    });
    const { entries } = await taken('import', { files: [asFile(flow, 'Needy.json')] });
    const [entry] = entries;
    const needs = entry?.findings.map(({ node, state, notes }) => [
      node,
      state,
      notes.map(({ need }) => need),
    ]);
    expect(needs).toEqual([
      ['chatOpenAI', 'needsYou', ['secret', undefined]],
      ['customTool', 'needsYou', ['tool']],
      ['documentStore', 'needsYou', ['knowledgeBase']],
      ['pdfFile', 'needsYou', ['file']],
      ['promptTemplate', 'needsYou', ['variable', undefined]],
      ['strange', 'cannotRun', [undefined]],
    ]);
    expect(entry?.findings[0]?.notes[1]?.message).toMatch(/at “cache” led to the node “gone_0”/);
    expect(entry?.findings[0]?.notes[0]?.credentialNames).toEqual(['openAIApi']);
    expect(entry?.findings[4]?.notes[1]?.message).toMatch(/Keeps “relic”/);

    const url = `${studio}/flows/${entry?.id}`;
    const read = async () => (await user.inject({ url: `${url}/import-report` })).json<ImportReport>();
    const before = await read();
    expect(before.file).toBe('Needy.json');
    expect(before.findings.map(({ isOpen }) => isOpen)).toEqual([true, true, true, true, true, true]);
    const detail = (await user.inject({ url })).json();
    expect(detail.hasImportReport).toBe(true);
    detail.flowData.nodes[0].data.credential = randomUUID();
    await user.inject({
      method: 'PUT',
      url: `${url}/draft`,
      headers: { 'if-match': String(detail.draftRevision) },
      payload: { flowData: { ...detail.flowData, nodes: detail.flowData.nodes.slice(0, 5) } },
    });
    await user.inject({
      method: 'POST',
      url: `${studio}/variables`,
      payload: { name: 'nowhere', value: 'x' },
    });
    expect((await read()).findings.map(({ isOpen }) => isOpen)).toEqual([
      false,
      true,
      true,
      true,
      false,
      false,
    ]);

    const anonymous = await app.inject({ url: `${url}/import-report` });
    expect(anonymous.statusCode).toBe(401);
    await user.inject({ method: 'DELETE', url });
    expect((await user.inject({ url: `${url}/import-report` })).statusCode).toBe(404);
    expect(await app.infrastructure.db.selectFrom('import_report').selectAll().execute()).toEqual([]);
  });

  it('hostile files are refused by their place', async () => {
    const node = (id: string) => ({ id, position: { x: 0, y: 0 }, data: { id, name: 'n', label: 'n' } });
    const one = (text: string) => ({ files: [{ name: 'evil.json', text }] });
    for (const [text, sentence] of [
      [`{"nodes":${'['.repeat(5000)}${']'.repeat(5000)}}`, /evil\.json: body: must not nest deeper than 64/],
      ['{"nodes":[],"__proto__":{"a":1}}', /evil\.json: __proto__: this key is not allowed/],
      [
        JSON.stringify({ nodes: [node('a'), node('b'), node('a')], edges: [] }),
        /nodes\.2\.id: "a" is the id of an earlier node/,
      ],
      [
        JSON.stringify({ nodes: [{ ...node('a'), data: 'x' }] }),
        /evil\.json: ChatFlow\.0\.flowData\.nodes\.0\.data/,
      ],
      [
        `{"nodes":[],"viewport":[${'0,'.repeat(500_000)}0]}`,
        /flowData: must not hold more than 400000 values/,
      ],
      [JSON.stringify({ nodes: [], flowData: 1, edges: 'x' }), /flowData\.edges/],
    ] as const) {
      const answer = await send('import', one(text));
      expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringMatching(sentence)]);
    }
    for (const [payload, sentence] of [
      [{ files: 7 }, /^files: /],
      [{ files: [{ name: 'a' }] }, /^files\.0\.text: /],
      [{ files: [], onClash: 'burn' }, /^onClash: /],
      [{ files: Array.from({ length: 501 }, () => ({ name: 'a', text: '{}' })) }, /at most 500 files/],
    ] as const) {
      const answer = await send('import', payload);
      expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringMatching(sentence)]);
    }
    expect(await flowRows()).toEqual([]);
  });

  it('many imports in a row are taken, only a few of one workspace at the same time, by key too', async () => {
    const file = { files: [{ name: 'v.json', text: '{"Variable":[{"name":"v","value":"1"}]}' }] };
    for (let count = 0; count < 70; count += 1)
      expect((await send('import/inspect', { Variable: [] })).statusCode).toBe(200);
    // Large enough to be read elsewhere meanwhile.
    const large = JSON.stringify({
      ...file,
      files: [...file.files, { name: 'x', text: ' '.repeat(5_000_000) }],
    });
    const all = await Promise.all(Array.from({ length: 5 }, () => send('import/inspect', large)));
    const codes = all.map(({ statusCode }) => statusCode).sort();
    expect(new Set(codes)).toEqual(new Set([200, 429]));
    const key = await makeKey(app, user.caller.workspaceId);
    const byKey = await key.inject({ method: 'POST', url: '/api/v1/import', payload: file });
    expect([byKey.statusCode, byKey.json().entries[0].newName]).toEqual([200, 'v']);
    expect((await app.inject({ method: 'POST', url: '/api/v1/import', payload: file })).statusCode).toBe(401);
  });
});
