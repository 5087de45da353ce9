import { hubPrefix } from '@tendril/contract/api/hub';
import type { KnowledgeGap } from '@tendril/contract/api/knowledge-gaps';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallClient, makeAgent, registerCall } from '../../../testing/call-driver.ts';
import { databases } from '../../../testing/databases.ts';
import { makeFlow, readTemplates, studio } from '../../../testing/flow-fixtures.ts';
import { KnowledgeDriver } from '../../../testing/knowledge-driver.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const text =
  'The library opens at nine in the morning.\n\nDogs have to wait in the garden.\n\nLost keys are kept by the porter.\n\nBread is baked on Mondays.';
const small = { name: 'recursiveCharacterTextSplitter', config: { chunkSize: 60, chunkOverlap: 0 } };

describe.each(databases)('questions that a knowledge base has no answer to, on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let driver: KnowledgeDriver;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
    driver = new KnowledgeDriver(user);
  });
  afterAll(() => app.close());

  async function filled() {
    const { id: storeId } = await driver.makeStore();
    await driver.call('POST', `upsert/${storeId}`, {
      loader: { name: 'plainText', config: { text } },
      splitter: small,
    });
    const flow = new FlowBuilder(await readTemplates(user));
    const model = flow.add('demoModel', { x: 0, y: 0 });
    const store = flow.add('documentStoreVS', { x: 0, y: 300 }, { selectedStore: storeId });
    const chain = flow.add('conversationalRetrievalQAChain', { x: 400, y: 0 });
    const data = flow.connect(model, chain, 'model').connect(store, chain, 'vectorStoreRetriever').build();
    return { storeId, flowId: await makeFlow(user, data) };
  }

  async function ask(flowId: string, question: string, chatId = 'gap-chat'): Promise<void> {
    const url = `${studio}/internal-prediction/${flowId}`;
    const answer = await user.inject({ method: 'POST', url, payload: { question, chatId } });
    expect(answer.statusCode, answer.body).toBe(200);
  }

  const list = async (storeId: string, state = 'open') =>
    (await driver.call<{ gaps: KnowledgeGap[] }>('GET', `gaps/${storeId}?state=${state}`)).gaps;

  /** They are noted beside the answer. */
  async function noted(
    storeId: string,
    isEnough: (gaps: KnowledgeGap[]) => boolean,
  ): Promise<KnowledgeGap[]> {
    for (;;) {
      const gaps = await list(storeId);
      if (isEnough(gaps)) return gaps;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  it('are counted once for the same words, and not at all where something was found', async () => {
    const { storeId, flowId } = await filled();
    await ask(flowId, 'Who keeps lost keys?');
    await ask(flowId, 'Quantum chromodynamics lagrangian?');
    await noted(storeId, ([first]) => first?.asked === 1);
    await ask(flowId, 'lagrangian: QUANTUM chromodynamics');
    const gaps = await noted(storeId, ([first]) => first?.asked === 2);
    expect(gaps).toHaveLength(1);
    expect(gaps[0]).toMatchObject({
      question: 'lagrangian: QUANTUM chromodynamics',
      others: ['Quantum chromodynamics lagrangian?'],
      state: 'open',
    });
  });

  it('are counted each, however many ask the same at once', async () => {
    const { storeId, flowId } = await filled();
    const chats = ['one', 'two', 'three', 'four'];
    await Promise.all(chats.map((chat) => ask(flowId, 'Lagrangian chromodynamics?', `at-once-${chat}`)));
    const gaps = await noted(storeId, ([first]) => first?.asked === chats.length);
    expect(gaps).toHaveLength(1);
  });

  it('are dismissed, and opened again', async () => {
    const { storeId, flowId } = await filled();
    await ask(flowId, 'Quantum chromodynamics lagrangian?');
    const [gap] = await noted(storeId, (gaps) => gaps.length > 0);
    await driver.call('PUT', `gaps/${storeId}/${gap?.id}`, { state: 'dismissed' });
    expect(await list(storeId)).toEqual([]);
    expect(await list(storeId, 'dismissed')).toHaveLength(1);
    await driver.call('PUT', `gaps/${storeId}/${gap?.id}`, { state: 'open' });
    expect(await list(storeId)).toHaveLength(1);
  });

  it('are read page by page, the latest first, and dismissed many at a time', async () => {
    const { storeId, flowId } = await filled();
    const questions = [
      'Quantum chromodynamics lagrangian?',
      'Vantablack pigment supplier?',
      'Zeppelin mooring?',
    ];
    for (const question of questions) {
      await ask(flowId, question);
      await noted(storeId, ([first]) => first?.question === question);
    }
    type Page = { gaps: KnowledgeGap[]; next: string | null; counts: Record<string, number> };
    const read = (query: string) => driver.call<Page>('GET', `gaps/${storeId}?${query}`);
    const seen: string[] = [];
    let next: string | null = '';
    for (let page = 0; next !== null; page += 1) {
      expect(page).toBeLessThan(2);
      const answer: Page = await read(`limit=2${next && `&cursor=${encodeURIComponent(next)}`}`);
      expect(answer.counts).toEqual({ open: 3, answered: 0, dismissed: 0 });
      seen.push(...answer.gaps.map(({ question }) => question));
      next = answer.next;
    }
    expect(seen).toEqual(questions.toReversed());
    expect((await driver.send('GET', `gaps/${storeId}?cursor=x`)).statusCode).toBe(400);

    const ids = (await list(storeId)).slice(1).map(({ id }) => id);
    const change = { ids: [...ids, 'gone-already'], state: 'dismissed' };
    expect(await driver.call('PUT', `gaps/${storeId}`, change)).toEqual({ changed: 2 });
    expect((await read('state=dismissed')).gaps.map(({ id }) => id)).toEqual(ids);
    expect((await read('')).counts).toEqual({ open: 1, answered: 0, dismissed: 2 });
    const other = new KnowledgeDriver(await makeKey(app));
    expect((await other.send('PUT', `gaps/${storeId}`, change)).statusCode).toBe(404);
  });

  it('are answered by one passage, which is found from then on', async () => {
    const { storeId, flowId } = await filled();
    await ask(flowId, 'Quantum chromodynamics lagrangian?');
    const [gap] = await noted(storeId, (gaps) => gaps.length > 0);
    const passage = { text: 'The quantum chromodynamics lagrangian hangs in the hall.' };
    const { loaderId } = await driver.call<{ loaderId: string }>(
      'POST',
      `gaps/${storeId}/${gap?.id}/passage`,
      passage,
    );
    expect(await list(storeId, 'answered')).toHaveLength(1);
    for (;;) {
      const { loaders } = await driver.readStore(storeId);
      if (loaders.find(({ id }) => id === loaderId)?.vectorStatus === 'UPSERTED') break;
      await new Promise((resolve) => setImmediate(resolve));
    }
    const { docs } = await driver.call<{ docs: { pageContent: string }[] }>('POST', 'search', {
      storeId,
      query: 'Quantum chromodynamics lagrangian?',
    });
    expect(docs[0]?.pageContent).toBe(passage.text);
  });

  it('go with the chat in which they were asked, and with their knowledge base', async () => {
    const { storeId, flowId } = await filled();
    await ask(flowId, 'Quantum chromodynamics lagrangian?', 'chat-to-erase');
    await noted(storeId, (gaps) => gaps.length > 0);
    const rows = () =>
      app.infrastructure.db.selectFrom('knowledge_gap').select('id').where('storeId', '=', storeId).execute();
    await user.inject({ method: 'DELETE', url: `${studio}/chatmessage/${flowId}?chatId=chat-to-erase` });
    expect(await list(storeId)).toEqual([]);
    expect(await rows()).toEqual([]);
    await ask(flowId, 'Quantum chromodynamics lagrangian?');
    await noted(storeId, (gaps) => gaps.length > 0);
    await driver.call('DELETE', `store/${storeId}`);
    expect(await rows()).toEqual([]);
  });

  it('are asked in calls too, whose agent finds nothing, and go with the call', async () => {
    const { storeId } = await filled();
    const agentId = await makeAgent(user, { llm: { knowledgeBaseIds: [storeId] } });
    const { data, socketPath, token } = await registerCall(user, agentId);
    const client = new CallClient(await app.listen(), socketPath, token);
    await client.say('Yes, please.');
    await client.say('Who keeps the lost keys here?');
    await client.say('Quantum chromodynamics lagrangian?');
    const [gap] = await noted(storeId, (gaps) => gaps.length > 0);
    expect(gap).toMatchObject({ question: 'Quantum chromodynamics lagrangian?', asked: 1 });
    expect(await list(storeId)).toHaveLength(1);
    client.send({ type: 'hang-up' });
    await client.closed;
    const gone = await user.inject({ method: 'DELETE', url: `${hubPrefix}/calls/${data.id}` });
    expect(gone.statusCode, gone.body).toBeLessThan(300);
    expect(await list(storeId)).toEqual([]);
  });

  it('are not shown to another workspace, nor changed by it', async () => {
    const { storeId, flowId } = await filled();
    await ask(flowId, 'Quantum chromodynamics lagrangian?');
    const [gap] = await noted(storeId, (gaps) => gaps.length > 0);
    const other = new KnowledgeDriver(await makeKey(app));
    expect((await other.send('GET', `gaps/${storeId}`)).statusCode).toBe(404);
    const update = await other.send('PUT', `gaps/${storeId}/${gap?.id}`, { state: 'dismissed' });
    expect(update.statusCode).toBe(404);
    const passage = await other.send('POST', `gaps/${storeId}/${gap?.id}/passage`, { text: 'x' });
    expect(passage.statusCode).toBe(404);
    expect(await list(storeId)).toHaveLength(1);
  });
});
