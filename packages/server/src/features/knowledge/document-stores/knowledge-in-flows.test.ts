import type { DocumentStoreSummary } from '@tendril/contract/api/document-stores';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { makeFlow, readTemplates, studio } from '../../../testing/flow-fixtures.ts';
import { KnowledgeDriver, smallChunks } from '../../../testing/knowledge-driver.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const text =
  'The library opens at nine in the morning.\n\nDogs have to wait in the garden.\n\nLost keys are kept by the porter.';

describe.each(databases)('knowledge bases in flows on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let driver: KnowledgeDriver;
  let storeId: string;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
    driver = new KnowledgeDriver(user);
    storeId = (await driver.makeStore('House rules')).id;
    await driver.call('POST', `upsert/${storeId}`, {
      loader: { name: 'plainText', config: { text, metadata: { source: 'rules.txt' } } },
      splitter: { name: smallChunks.splitterId, config: smallChunks.splitterConfig },
    });
  });
  afterAll(() => app.close());

  /** The demo model, answering from the store. */
  async function answering(selectedStore: string) {
    const flow = new FlowBuilder(await readTemplates(user));
    const model = flow.add('demoModel', { x: 0, y: 0 });
    const store = flow.add('documentStoreVS', { x: 0, y: 300 }, { selectedStore });
    const chain = flow.add(
      'conversationalRetrievalQAChain',
      { x: 400, y: 0 },
      { returnSourceDocuments: true },
    );
    return flow.connect(model, chain, 'model').connect(store, chain, 'vectorStoreRetriever').build();
  }

  const ask = async (flowId: string, question: string) =>
    user.inject({ method: 'POST', url: `${studio}/internal-prediction/${flowId}`, payload: { question } });

  it('answer from a chunk and cite it', async () => {
    const flowId = await makeFlow(user, await answering(storeId));
    const answer = (await ask(flowId, 'Who keeps lost keys?')).json();
    expect(answer.text).toContain('porter');
    expect(answer.sourceDocuments[0]).toMatchObject({
      pageContent: 'Lost keys are kept by the porter.',
      metadata: { source: 'rules.txt', chunkNo: 3 },
    });
  });

  it('are found in their new state at once', async () => {
    const flowId = await makeFlow(user, await answering(storeId));
    await ask(flowId, 'Where do boats go?');
    await driver.call('POST', `upsert/${storeId}`, {
      loader: { name: 'plainText', config: { text: 'Boats go to the north harbour.' } },
    });
    const answer = (await ask(flowId, 'Where do boats go?')).json();
    expect(answer.sourceDocuments[0].pageContent).toBe('Boats go to the north harbour.');
  });

  it('are offered for choosing once they can be searched, to their own workspace only', async () => {
    const empty = (await driver.makeStore('Nothing in it')).id;
    const offered = async (node: string, sender: Pick<TestUser, 'inject'> = user) =>
      (
        await sender.inject({
          method: 'POST',
          url: `${studio}/node-load-method/${node}`,
          payload: { loadMethod: 'listStores' },
        })
      ).json();
    const names = (await offered('documentStoreVS')).map((option: { name: string }) => option.name);
    expect(names).toContain(storeId);
    expect(names).not.toContain(empty);
    expect((await offered('documentStore')).map((option: { name: string }) => option.name)).toContain(empty);
  });

  it('say which flows use them', async () => {
    const flowId = await makeFlow(user, await answering(storeId), 'Front desk');
    const use = { id: flowId, name: 'Front desk', type: 'CHATFLOW' };
    expect((await driver.readStore(storeId)).whereUsed).toContainEqual(use);
    const list = await driver.call<DocumentStoreSummary[]>('GET', 'store');
    expect(list.find((store) => store.id === storeId)?.whereUsed).toContainEqual(use);
    expect(list.find((store) => store.id !== storeId)?.whereUsed).toEqual([]);
  });

  it('are not to be seen by the flows of another workspace', async () => {
    const other = await makeKey(app);
    const flowData = JSON.stringify(await answering(storeId));
    const payload = { name: 'Thief', type: 'CHATFLOW', flowData };
    const made = (await other.inject({ method: 'POST', url: `${studio}/chatflows`, payload })).json();
    const answer = await other.inject({
      method: 'POST',
      url: `${studio}/prediction/${made.id}`,
      payload: { question: 'Who keeps lost keys?' },
    });
    expect(answer.statusCode).not.toBe(200);
    expect(answer.body).not.toContain('porter');
  });

  it('give all their chunks as documents', async () => {
    const flow = new FlowBuilder(await readTemplates(user));
    const loader = flow.add('documentStore', { x: 0, y: 0 }, { selectedStore: storeId });
    const embeddings = flow.add('demoEmbeddings', { x: 0, y: 300 });
    const index = flow.add('memoryVectorStore', { x: 400, y: 0 });
    const model = flow.add('demoModel', { x: 400, y: 400 });
    const chain = flow.add(
      'conversationalRetrievalQAChain',
      { x: 800, y: 0 },
      { returnSourceDocuments: true },
    );
    const flowData = flow
      .connect(loader, index, 'document')
      .connect(embeddings, index, 'embeddings')
      .connect(index, chain, 'vectorStoreRetriever')
      .connect(model, chain, 'model')
      .build();
    const answer = (await ask(await makeFlow(user, flowData), 'When does the library open?')).json();
    expect(answer.sourceDocuments[0].pageContent).toContain('opens at nine');
  });
});
