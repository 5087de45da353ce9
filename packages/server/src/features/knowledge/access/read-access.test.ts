import { randomUUID } from 'node:crypto';
import { readRetellKnowledgeBase } from '@tendril/contract/api/retell-knowledge-bases';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentEdge, agentNode } from '../../../testing/agent-flow-fixtures.ts';
import { databases } from '../../../testing/databases.ts';
import { makeFlow, readTemplates, studio } from '../../../testing/flow-fixtures.ts';
import { KnowledgeDriver } from '../../../testing/knowledge-driver.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { type JoinedUser, signInAs } from '../../../testing/sign-in-as.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const lists = {
  public: ['public'],
  house: ['workspace'],
  ada: ['user:owner@example.com'],
  bob: ['user:bob@example.com', 'group:board'],
  none: [],
} as const;
type Name = keyof typeof lists;
const textOf = (name: Name) => `The vault of ${name} is opened with the words tulip ${name}key.`;

describe.each(databases)('who may read a knowledge base, on %s', (database) => {
  let app: TestApp;
  let ada: TestUser;
  let bob: JoinedUser;
  let storeId: string;
  const loaders = new Map<Name, string>();

  beforeAll(async () => {
    app = await createTestApp({ database });
    ada = await app.signIn();
    bob = await signInAs(app, ada, 'builder');
    const { db } = app.infrastructure;
    await db.updateTable('user').set({ email: 'bob@example.com' }).where('id', '=', bob.userId).execute();
    const driver = new KnowledgeDriver(ada);
    storeId = (await driver.makeStore('Vaults')).id;
    for (const name of Object.keys(lists) as Name[]) {
      const made = await driver.call<{ docId: string }>('POST', `upsert/${storeId}`, {
        loader: { name: 'plainText', config: { text: textOf(name) } },
      });
      loaders.set(name, made.docId);
    }
  });
  afterAll(() => app.close());

  const change = (payload: object, user: Pick<TestUser, 'inject'> = ada) =>
    user.inject({ method: 'PUT', url: `${studio}/document-store/${storeId}/access`, payload });
  const names = (body: string) =>
    (Object.keys(lists) as Name[]).filter((name) => body.includes(`${name}key`)).sort();
  const search = (sender: Pick<TestUser, 'inject'>, more: object = {}) =>
    sender.inject({
      method: 'POST',
      url: `${studio}/document-store/search`,
      payload: { storeId, query: 'Which words open the vault?', topK: 50, ...more },
    });

  async function answering(node: string, settings: object = {}) {
    const flow = new FlowBuilder(await readTemplates(ada));
    const model = flow.add('demoModel', { x: 0, y: 0 });
    const store = flow.add(node, { x: 0, y: 300 }, { selectedStore: storeId });
    const chain = flow.add(
      'conversationalRetrievalQAChain',
      { x: 400, y: 0 },
      { returnSourceDocuments: true },
    );
    if (node === 'documentStoreVS') flow.connect(store, chain, 'vectorStoreRetriever');
    else {
      const embeddings = flow.add('demoEmbeddings', { x: 0, y: 600 });
      const index = flow.add('memoryVectorStore', { x: 200, y: 300 }, { topK: '50' });
      flow.connect(store, index, 'document').connect(embeddings, index, 'embeddings');
      flow.connect(index, chain, 'vectorStoreRetriever');
    }
    const id = await makeFlow(ada, flow.connect(model, chain, 'model').build());
    const { db } = app.infrastructure;
    const changes = { isPublic: 1 as const, ...settings };
    await db.updateTable('flow').set(changes).where('id', '=', id).execute();
    return id;
  }
  const ask = (sender: Pick<TestUser, 'inject'>, flowId: string, more: object = {}) =>
    sender.inject({
      method: 'POST',
      url: `${studio}/prediction/${flowId}`,
      payload: { question: 'Which words open the vault?', ...more },
    });

  it('open ones are read by all whose flows use them', async () => {
    expect(names((await search(bob)).body)).toHaveLength(5);
    const flowId = await answering('documentStoreVS');
    expect(names((await ask(app, flowId)).body)).toHaveLength(4);
  });

  it('restricted ones are read by their lists: public, workspace, person, group, nobody', async () => {
    const changes = [...loaders].map(([name, loaderId]) => ({ loaderId, list: lists[name] }));
    const changed = await change({ audience: 'restricted', lists: changes });
    expect(changed.statusCode).toBe(200);
    expect(changed.json().loaders).toHaveLength(5);
    const found = await search(ada);
    expect(names(found.body)).toEqual(['ada', 'house', 'none', 'public']);
    expect(found.json().hidden).toBe(1);
    expect(names((await search(bob)).body)).toEqual(['bob', 'house', 'public']);
    const key = await makeKey(app, ada.caller.workspaceId);
    expect(names((await search(key)).body)).toEqual(['house', 'public']);
    expect((await search(await makeKey(app))).statusCode).toBe(404);
  });

  it('a search as somebody else finds what both may read', async () => {
    expect(names((await search(ada, { as: ['public'] })).body)).toEqual(['public']);
    expect(
      names((await search(bob, { as: ['public', 'workspace', 'user:owner@example.com', 'owner'] })).body),
    ).toEqual(['house', 'public']);
  });

  it('flows read on behalf of their caller, and nothing in a request changes that', async () => {
    const flowId = await answering('documentStoreVS', {
      apiConfig: JSON.stringify({ overrideConfig: { status: true } }),
    });
    const forged = {
      overrideConfig: {
        callers: ['workspace', 'user:owner@example.com'],
        sessionId: 's',
        vars: { callers: 'workspace', user: 'owner@example.com' },
      },
      callers: ['workspace'],
      user: 'owner@example.com',
    };
    const headers = {
      'x-user': 'owner@example.com',
      'x-callers': '["workspace"]',
      'x-forwarded-user': 'ada',
    };
    const send = (payload: object) =>
      app.inject({ method: 'POST', url: `${studio}/prediction/${flowId}`, payload, headers });
    expect(names((await send({ question: 'Which words open the vault?' })).body)).toEqual(['public']);
    const { overrideConfig, ...fields } = forged;
    const refused = await send({ question: 'Which words open the vault?', overrideConfig });
    expect([refused.statusCode, names(refused.body)]).toEqual([400, []]);
    const taken = await send({ question: 'Which words open the vault?', ...fields });
    expect([taken.statusCode, names(taken.body)]).toEqual([200, ['public']]);
    const vars = { sessionId: 's', vars: { callers: 'workspace', user: 'owner@example.com' } };
    const named = await send({ question: 'Which words open the vault?', overrideConfig: vars });
    expect(names(named.body).filter((name) => name !== 'public')).toEqual([]);
    expect(names((await ask(ada, flowId)).body)).toEqual(['ada', 'house', 'none', 'public']);
    expect(names((await ask(bob, flowId)).body)).toEqual(['bob', 'house', 'public']);
    const key = await makeKey(app, ada.caller.workspaceId);
    expect(names((await ask(key, flowId)).body)).toEqual(['house', 'public']);
    expect(names((await ask(await makeKey(app), flowId)).body)).toEqual(['public']);
    const completion = (user?: string) =>
      key.inject({
        method: 'POST',
        url: '/v1/chat/completions',
        payload: {
          model: flowId,
          messages: [{ role: 'user', content: 'Which words open the vault?' }],
          user,
        },
      });
    expect(names((await completion('end-user-1')).body)).not.toContain('house');
  });

  it('the trace says how many were hidden, and stored runs know on whose behalf they read', async () => {
    const flowId = await answering('documentStoreVS');
    await ask(app, flowId);
    const { db } = app.infrastructure;
    const run = await db.selectFrom('run').selectAll().where('flowId', '=', flowId).executeTakeFirstOrThrow();
    expect(run.callers).toBeNull();
    const events = await db.selectFrom('event').select('payload').where('runId', '=', run.id).execute();
    expect(events.some(({ payload }) => payload.includes('"hidden":4'))).toBe(true);
    expect(names(events.map(({ payload }) => payload).join())).toEqual(['public']);
    await ask(bob, flowId);
    const runs = await db.selectFrom('run').select('callers').where('flowId', '=', flowId).execute();
    expect(runs.map(({ callers }) => callers)).toContainEqual(
      JSON.stringify(['public', 'workspace', 'user:bob@example.com']),
    );
  });

  it('the owner of a flow may say that its answers use what the workspace reads', async () => {
    const chatbotConfig = JSON.stringify({ knowledgeReaders: 'workspace' });
    const flowId = await answering('documentStoreVS', { chatbotConfig });
    expect(names((await ask(app, flowId)).body)).toEqual(['house', 'public']);
  });

  it('documents loaded whole are those that the caller may read, regardless of who asked before', async () => {
    const flowId = await answering('documentStore');
    expect(names((await ask(bob, flowId)).body)).toEqual(['bob', 'house', 'public']);
    expect(names((await ask(app, flowId)).body)).toEqual(['public']);
    expect(names((await ask(ada, flowId)).body)).toEqual(['ada', 'house', 'none', 'public']);
  });

  it('a flow that another one runs reads for the caller of the first', async () => {
    const chatbotConfig = JSON.stringify({ knowledgeReaders: 'workspace' });
    const inner = await answering('documentStoreVS', { chatbotConfig, isPublic: 0 });
    const nodes = [
      agentNode('startAgentflow_0', { startInputType: 'chatInput' }),
      agentNode('executeFlowAgentflow_0', {
        executeFlowSelectedFlow: inner,
        executeFlowInput: '{{ question }}',
        executeFlowReturnResponseAs: 'userMessage',
      }),
    ];
    const edges = [agentEdge('startAgentflow_0', 'executeFlowAgentflow_0')];
    const flowId = await makeFlow(ada, { nodes, edges } as never, 'Outer', 'AGENTFLOW');
    await app.infrastructure.db.updateTable('flow').set({ isPublic: 1 }).where('id', '=', flowId).execute();
    const asked = await ask(app, flowId);
    expect(asked.statusCode).toBe(200);
    const { db } = app.infrastructure;
    const runs = await db.selectFrom('run').select(['id', 'callers']).where('flowId', '=', inner).execute();
    expect(runs).toEqual([{ id: expect.any(String), callers: null }]);
    const events = await db
      .selectFrom('event')
      .select('payload')
      .where('runId', '=', runs[0]?.id ?? '')
      .execute();
    expect(names(events.map(({ payload }) => payload).join())).toEqual(['public']);
  });

  it('lists of chunks, their pages, counts and edits are those of what the caller may read', async () => {
    const list = await bob.inject({ method: 'GET', url: `${studio}/document-store/chunks/${storeId}/all/1` });
    expect(names(list.body)).toEqual(['bob', 'house', 'public']);
    expect(list.json()).toMatchObject({
      count: 3,
      characters: ['bob', 'house', 'public'].reduce((sum, name) => sum + textOf(name as Name).length, 0),
    });
    const found = await bob.inject({
      method: 'GET',
      url: `${studio}/document-store/chunks/${storeId}/all/1?search=tulip`,
    });
    expect(names(found.body)).toEqual(['bob', 'house', 'public']);
    expect(found.json().count).toBe(3);
    const own = await ada.inject({ method: 'GET', url: `${studio}/document-store/chunks/${storeId}/all/1` });
    const [hidden] = own
      .json()
      .chunks.filter(({ pageContent }: { pageContent: string }) => pageContent.includes('adakey'));
    const place = `${studio}/document-store/chunks/${storeId}/${hidden.docId}/${hidden.id}`;
    const payload = { pageContent: 'x', metadata: {} };
    expect((await bob.inject({ method: 'PUT', url: place, payload })).statusCode).toBe(404);
    expect((await bob.inject({ method: 'DELETE', url: place })).statusCode).toBe(404);
    const explained = await bob.inject({
      method: 'POST',
      url: `${studio}/document-store/explain`,
      payload: { storeId, query: 'tulip adakey', chunkId: hidden.id },
    });
    expect(explained.statusCode).toBe(404);
  });

  it('the settings of a loader, which may hold its text, are for who may read it', async () => {
    const read = (path: string) => bob.inject({ method: 'GET', url: `${studio}/document-store/${path}` });
    const whole = (await read(`store/${storeId}`)).body;
    expect(names(whole)).toEqual(['bob', 'house', 'public']);
    expect(names((await read('store')).body)).toEqual(['bob', 'house', 'public']);
    const loaderId = loaders.get('ada') ?? '';
    expect((await read(`store-configs/${storeId}/${loaderId}`)).statusCode).toBe(403);
    const payload = { storeId, id: loaderId, loaderId: 'plainText', loaderConfig: { text: 'x' } };
    const url = `${studio}/document-store/loader/save`;
    expect((await bob.inject({ method: 'POST', url, payload })).statusCode).toBe(403);
  });

  it('titles of sources are kept from who may not read them, also under the paths of Retell', async () => {
    const title = 'The plan to sell the garden';
    const { docId } = await new KnowledgeDriver(ada).call<{ docId: string }>('POST', `upsert/${storeId}`, {
      loader: { name: 'plainText', config: { text: 'Sold in May.' } },
    });
    const { db } = app.infrastructure;
    await db
      .updateTable('document_store_loader')
      .set({ loaderName: title })
      .where('id', '=', docId)
      .execute();
    await change({ lists: [{ loaderId: docId, list: ['user:owner@example.com'] }] });
    const key = await makeKey(app, ada.caller.workspaceId);
    const url = readRetellKnowledgeBase.path.replace(':knowledgeBaseId', storeId);
    const shown = await app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${key.key}` } });
    expect(shown.statusCode, shown.body).toBe(200);
    expect(shown.body).not.toContain(title);
    expect(shown.json().knowledge_base_sources).toContainEqual(
      expect.objectContaining({ source_id: docId, title: 'Restricted' }),
    );
  });

  it('the history of a flow that was filled from one shows no text of it', async () => {
    const flowId = await answering('documentStore');
    const sent = await ada.inject({
      method: 'POST',
      url: `${studio}/vector/internal-upsert/${flowId}`,
      payload: {},
    });
    expect(sent.statusCode, sent.body).toBe(200);
    expect(names(sent.body)).toEqual(['public']);
    for (const reader of [ada, bob]) {
      const history = await reader.inject({ method: 'GET', url: `${studio}/upsert-history/${flowId}` });
      expect(history.json()).toHaveLength(1);
      expect(history.json()[0].result.numAdded).toBeGreaterThan(0);
      expect(names(history.body)).toEqual([]);
    }
  });

  it('a loader with a file that somebody may not read hides its names and its settings from them', async () => {
    const driver = new KnowledgeDriver(ada);
    const { id } = await driver.makeStore('Plans');
    const txtFile = await driver.upload(id, [
      { name: 'open.txt', content: 'Open.' },
      { name: 'sale-of-the-garden.txt', content: 'Sold.' },
    ]);
    const loader = await driver.saveLoader(id, 'textFile', { txtFile });
    await driver.process(id, loader.id);
    const { db } = app.infrastructure;
    const files = await db
      .selectFrom('document_file')
      .select(['id', 'key'])
      .where('loaderId', '=', loader.id)
      .execute();
    const secret = files.filter(({ key }) => key.startsWith('sale')).map(({ id: file }) => file);
    const payload = { audience: 'restricted', lists: [{ loaderId: loader.id, fileIds: secret, list: [] }] };
    const changed = await ada.inject({
      method: 'PUT',
      url: `${studio}/document-store/${id}/access`,
      payload,
    });
    expect(changed.statusCode, changed.body).toBe(200);
    const seen = async (reader: Pick<TestUser, 'inject'>) =>
      (await reader.inject({ method: 'GET', url: `${studio}/document-store/store/${id}` })).body;
    expect(await seen(ada)).toContain('sale-of-the-garden');
    expect(await seen(bob)).not.toContain('sale-of-the-garden');
  });

  it('only who says what others do may say what they read', async () => {
    expect((await change({ audience: 'open' }, bob)).statusCode).toBe(403);
    const foreign = await change({ lists: [{ loaderId: randomUUID(), list: ['public'] }] });
    expect(foreign.statusCode).toBe(404);
    expect((await change({ lists: [{ loaderId: loaders.get('ada'), list: ['owner'] }] })).statusCode).toBe(
      400,
    );
    expect(names((await search(bob)).body)).toEqual(['bob', 'house', 'public']);
  });

  it('an address that a person gave themselves names nobody', async () => {
    const { db } = app.infrastructure;
    await db
      .updateTable('user')
      .set({ emailChangedAt: Date.now() })
      .where('email', '=', 'bob@example.com')
      .execute();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(names((await search(bob)).body)).toEqual(['house', 'public']);
    await db
      .insertInto('provider_identity')
      .values({
        ...{ id: randomUUID(), userId: bob.userId, issuer: 'i', subject: 's', email: 'bob@example.com' },
        ...{ provenEmail: null, groups: JSON.stringify(['board']), createdAt: 1, lastUsedAt: 1 },
      })
      .execute();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(names((await search(bob)).body)).toEqual(['bob', 'house', 'public']);
  });
});
