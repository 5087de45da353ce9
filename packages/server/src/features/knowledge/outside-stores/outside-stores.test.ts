import type { FoundChunk } from '@tendril/contract/api/document-store-vectors';
import type { StoreLoader } from '@tendril/contract/api/document-stores';
import type { Answer } from '@tendril/contract/api/endpoint';
import type {
  listOutsideStores,
  OutsideStoreState,
  testOutsideStore,
} from '@tendril/contract/api/outside-stores';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { type EmbeddingServer, startEmbeddingServer } from '../../../testing/embedding-server.ts';
import { KnowledgeDriver } from '../../../testing/knowledge-driver.ts';
import { type QdrantServer, startQdrant } from '../../../testing/qdrant-server.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

describe.each(databases)('vector stores elsewhere on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let driver: KnowledgeDriver;
  let vendor: EmbeddingServer;
  let qdrant: QdrantServer;

  beforeAll(async () => {
    vendor = await startEmbeddingServer();
    qdrant = await startQdrant();
    app = await createTestApp({ database, config: { egressAllow: [vendor.host, qdrant.host] } });
    user = await app.signIn();
    driver = new KnowledgeDriver(user);
  });
  afterAll(async () => {
    vendor.close();
    qdrant.close();
    await app.close();
  });

  const sentences = Array.from(
    { length: 120 },
    (_, at) => `Shelf ${at} holds item ${at * 7} of colour ${at % 13}.`,
  );
  let made = 0;
  const fresh = () => `base${++made}`;
  const placeOf = (collection: string, url = qdrant.url) => ({
    vectorStoreName: 'qdrant',
    vectorStoreConfig: { qdrantServerUrl: url, qdrantCollection: collection },
  });
  const builtIn = { vectorStoreName: 'builtInVectorStore', vectorStoreConfig: {} };
  const embeddingOf = (modelName: string) => ({
    embeddingName: 'openAIEmbeddings',
    embeddingConfig: { modelName, basepath: vendor.url },
  });
  const call = <T>(method: 'GET' | 'POST' | 'DELETE', id: string, path = '', body?: object) =>
    driver.call<T>(method, `${id}/vector-stores${path}`, body);
  const statesOf = async (id: string): Promise<OutsideStoreState[]> =>
    (await call<Answer<typeof listOutsideStores>>('GET', id)).stores;
  const choose = (id: string, place: object) =>
    driver.call('POST', 'vectorstore/save', { storeId: id, ...place });

  async function fill(
    texts: readonly string[],
    place: object = {},
  ): Promise<{ id: string; loader: StoreLoader }> {
    const { id } = await driver.makeStore();
    const splitter = {
      splitterId: 'recursiveCharacterTextSplitter',
      splitterConfig: { chunkSize: 50, chunkOverlap: 0 },
    };
    const loader = await driver.saveLoader(id, 'plainText', { text: texts.join('\n\n') }, splitter);
    await driver.process(id, loader.id);
    await driver.call('POST', 'vectorstore/insert', { storeId: id, ...embeddingOf('small'), ...place });
    return { id, loader };
  }

  /** Without the words, which are always found here. */
  async function find(id: string, query: string, rest: object = {}): Promise<FoundChunk[]> {
    const body = { storeId: id, query, topK: 5, mode: 'vectors', ...rest };
    return (await driver.call<{ docs: FoundChunk[] }>('POST', 'search', body)).docs;
  }
  const textsOf = (docs: readonly FoundChunk[]) => docs.map(({ pageContent }) => pageContent);
  const pointsOf = (collection: string) => qdrant.collections.get(collection)?.points.size ?? 0;

  async function settled(id: string, isDone: (states: OutsideStoreState[]) => boolean) {
    for (;;) {
      const states = await statesOf(id);
      if (isDone(states) && states.every(({ job }) => !job)) return states;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
  const live = (id: string) => settled(id, (states) => states.some(({ state }) => state === 'live'));

  it('get the vectors of a knowledge base, and find the same as the built-in one', async () => {
    const { id } = await fill(sentences);
    const questions = ['item 77', 'Shelf 8 colour', 'holds'];
    const here = await Promise.all(questions.map((question) => find(id, question)));
    const collection = fresh();
    await choose(id, placeOf(collection));
    expect(await live(id)).toMatchObject([
      { name: 'qdrant', label: 'Qdrant', written: 120, total: 120, removals: 0 },
    ]);
    expect(pointsOf(collection)).toBe(120);
    const before = qdrant.asked.length;
    const there = await Promise.all(questions.map((question) => find(id, question)));
    expect(there.map(textsOf)).toEqual(here.map(textsOf));
    expect(there[0]?.map(({ score }) => score.toFixed(4))).toEqual(
      here[0]?.map(({ score }) => score.toFixed(4)),
    );
    expect(qdrant.asked.slice(before)).toEqual(
      questions.map(() => `POST /collections/${collection}/points/query`),
    );
  });

  it('lose what is deleted here, however it went, and find no more of it at once', async () => {
    const collection = fresh();
    const { id, loader } = await fill(sentences, placeOf(collection));
    await live(id);
    const other = await driver.saveLoader(id, 'plainText', { text: 'The kettle is blue.' });
    await driver.process(id, other.id);
    await driver.call('POST', 'vectorstore/insert', { storeId: id, docId: other.id });
    expect(textsOf(await find(id, 'blue kettle'))[0]).toBe('The kettle is blue.');
    await driver.send('DELETE', `loader/${id}/${loader.id}`);
    expect(textsOf(await find(id, 'Shelf 7'))).toEqual(['The kettle is blue.']);
    const { outsideWork } = await import('./outside-work.ts');
    expect(await outsideWork(app.infrastructure.db, 0)).toHaveLength(1);
    await call('POST', id, `/${(await statesOf(id))[0]?.id}/retry`, {});
    await settled(id, ([only]) => only?.removals === 0);
    expect(pointsOf(collection)).toBe(1);
    expect(await outsideWork(app.infrastructure.db, 0)).toEqual([]);
  });

  it('answer with what they do not have yet', async () => {
    const collection = fresh();
    const { id } = await fill(['The lamp is green.'], placeOf(collection));
    await live(id);
    const release = qdrant.hold('/points/count');
    const letWrite = qdrant.hold(`${collection}/points`);
    release();
    const other = await driver.saveLoader(id, 'plainText', { text: 'The kettle is blue.' });
    await driver.process(id, other.id);
    await driver.call('POST', 'vectorstore/insert', { storeId: id, docId: other.id });
    const finding = find(id, 'blue kettle');
    letWrite();
    expect(textsOf(await finding)[0]).toBe('The kettle is blue.');
    await settled(id, ([only]) => only?.written === 2);
  });

  it('are moved to, while the one before answers until the new one is whole', async () => {
    const [first, second] = [fresh(), fresh()];
    const { id } = await fill(sentences, placeOf(first));
    await live(id);
    const wanted = textsOf(await find(id, 'item 77'));
    const release = qdrant.hold(`${second}/points`);
    await choose(id, placeOf(second));
    const asked = qdrant.asked.length;
    expect(textsOf(await find(id, 'item 77'))).toEqual(wanted);
    expect(qdrant.asked.slice(asked)).toContain(`POST /collections/${first}/points/query`);
    expect((await statesOf(id)).map(({ state }) => state)).toEqual(['live', 'filling']);
    release();
    const states = await settled(id, (all) => all.some(({ state }) => state === 'old'));
    expect(states.map(({ state, written }) => [state, written])).toEqual([
      ['old', 120],
      ['live', 120],
    ]);
    expect(textsOf(await find(id, 'item 77'))).toEqual(wanted);
    expect(pointsOf(first)).toBe(120);
    await call('POST', id, `/${states[0]?.id}/empty`, {});
    await settled(id, (all) => all.length === 1);
    expect([pointsOf(first), pointsOf(second)]).toEqual([0, 120]);
  });

  it('are left again when the move is canceled', async () => {
    const [first, second] = [fresh(), fresh()];
    const { id } = await fill(sentences, placeOf(first));
    await live(id);
    const release = qdrant.hold(`${second}/points`);
    await choose(id, placeOf(second));
    const filling = (await statesOf(id)).find(({ state }) => state === 'filling');
    release();
    await call('POST', id, `/${filling?.id}/cancel`, {}).catch(() => undefined);
    const store = await driver.readStore(id);
    const states = await statesOf(id);
    const isLeft = states.every(({ state }) => state !== 'filling');
    expect(isLeft).toBe(true);
    const liveOne = states.find(({ state }) => state === 'live');
    expect(store.vectorStoreConfig?.config['qdrantCollection']).toBe(
      liveOne?.id === filling?.id ? second : first,
    );
    expect(textsOf(await find(id, sentences[3] ?? ''))[0]).toBe(sentences[3]);
  });

  it('are left at once for the built-in one', async () => {
    const collection = fresh();
    const { id } = await fill(sentences, placeOf(collection));
    await live(id);
    await choose(id, builtIn);
    const asked = qdrant.asked.length;
    expect(textsOf(await find(id, sentences[3] ?? ''))[0]).toBe(sentences[3]);
    expect(qdrant.asked.length).toBe(asked);
    expect(await statesOf(id)).toMatchObject([{ state: 'old' }]);
  });

  it('are given time when they limit requests, and tried again when they fail', async () => {
    const collection = fresh();
    qdrant.refuse(`${collection}/points`, { times: 2, status: 429, retryAfter: '0.05' });
    qdrant.refuse(`${collection}/points`, { times: 1, status: 503 });
    const { id } = await fill(sentences, placeOf(collection));
    await live(id);
    expect(pointsOf(collection)).toBe(120);
  });

  it('say what is wrong, and go on once it is mended', async () => {
    const collection = fresh();
    const lost = new Set<string>();
    qdrant.lose((point) => lost.size < 5 && lost.add(point).size <= 5);
    const { id } = await fill(sentences.slice(0, 20), placeOf(collection));
    const states = await settled(id, ([only]) => only?.error !== null);
    expect(states).toMatchObject([{ state: 'filling', written: 0, error: 'Qdrant has 15 of 20 vectors.' }]);
    expect(textsOf(await find(id, sentences[3] ?? ''))[0]).toBe(sentences[3]);
    qdrant.lose(() => false);
    await call('POST', id, `/${states[0]?.id}/retry`, {});
    expect(await live(id)).toMatchObject([{ written: 20, error: null }]);
    expect(pointsOf(collection)).toBe(20);
  }, 60_000);

  it('that do not answer are named to who asks', async () => {
    const collection = fresh();
    const { id } = await fill(sentences.slice(0, 20), placeOf(collection));
    await live(id);
    qdrant.refuse(`${collection}/points/query`, { times: 1, status: 500 });
    const refused = await driver.send('POST', 'search', { storeId: id, query: 'Shelf 3' });
    expect([refused.statusCode, refused.json().message]).toEqual([502, expect.stringContaining('Qdrant')]);
    expect(textsOf(await find(id, sentences[3] ?? ''))[0]).toBe(sentences[3]);
  });

  it('are refilled with the vectors of another model, and not asked meanwhile', async () => {
    const collection = fresh();
    const { id } = await fill(sentences.slice(0, 30), placeOf(collection));
    await live(id);
    await driver.call('POST', 'vectorstore/insert', { storeId: id, ...embeddingOf('other') });
    expect(textsOf(await find(id, sentences[3] ?? ''))[0]).toBe(sentences[3]);
    const row = () =>
      app.infrastructure.db
        .selectFrom('outside_store')
        .select(['embedding', 'state'])
        .where('storeId', '=', id)
        .executeTakeFirstOrThrow();
    await settled(id, ([only]) => only?.state === 'live');
    while (!(await row()).embedding?.includes('other') || (await row()).state !== 'live') {
      await call('POST', id, `/${(await statesOf(id))[0]?.id}/retry`, {});
      await settled(id, () => true);
    }
    expect(pointsOf(collection)).toBe(30);
    const asked = qdrant.asked.length;
    expect(textsOf(await find(id, sentences[4] ?? ''))[0]).toBe(sentences[4]);
    expect(qdrant.asked.length).toBe(asked + 1);
  });

  it('find only what fits a filter', async () => {
    const collection = fresh();
    const { id } = await fill(sentences, placeOf(collection));
    await live(id);
    const { docs } = await driver.call<{ docs: FoundChunk[] }>('POST', 'search', {
      ...{ storeId: id, query: 'item', topK: 5, mode: 'vectors' },
      filter: { chunk: { exists: true } },
    });
    expect(docs).toEqual([]);
  });

  it('are emptied when the knowledge base is deleted', async () => {
    const collection = fresh();
    const { id } = await fill(sentences.slice(0, 20), placeOf(collection));
    await live(id);
    await driver.send('DELETE', `store/${id}`);
    const { db } = app.infrastructure;
    const left = () => db.selectFrom('outside_store').select('id').where('storeId', '=', id).execute();
    while ((await left()).length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(pointsOf(collection)).toBe(0);
    expect(await db.selectFrom('outside_removal').select('outsideId').execute()).toEqual([]);
  });

  it('are tested by a vector that is written, found and removed', async () => {
    const { id } = await driver.makeStore();
    const test = (place: object, model = 'small') =>
      call<Answer<typeof testOutsideStore>>('POST', id, '/test', { ...place, ...embeddingOf(model) });
    const collection = fresh();
    const good = await test(placeOf(collection));
    expect(good).toMatchObject({ isOk: true, dimensions: expect.any(Number), stored: 0 });
    expect(good.steps.map(({ step, error }) => [step, error])).toEqual(
      ['connect', 'embed', 'write', 'find', 'remove'].map((step) => [step, null]),
    );
    expect(pointsOf(collection)).toBe(0);
    await fetch(`${qdrant.url}/collections/narrow`, {
      method: 'PUT',
      body: JSON.stringify({ vectors: { size: 3 } }),
    });
    const narrow = await test(placeOf('narrow'));
    expect(narrow.isOk).toBe(false);
    expect(narrow.steps.at(-1)).toMatchObject({
      step: 'write',
      error: expect.stringContaining('expected dim: 3'),
    });
    const nobody = await test(placeOf('x', 'http://127.0.0.1:9'));
    expect(nobody).toMatchObject({ isOk: false, steps: [{ step: 'connect', error: expect.any(String) }] });
    const noModel = await test(placeOf(fresh()), 'refused');
    expect(noModel.steps.at(-1)).toMatchObject({ step: 'embed', error: expect.any(String) });
    const unnamed = await driver.send('POST', `${id}/vector-stores/test`, {
      ...{ vectorStoreName: 'qdrant', vectorStoreConfig: {} },
      ...embeddingOf('small'),
    });
    expect([unnamed.statusCode, unnamed.json().message]).toEqual([
      400,
      expect.stringContaining('qdrantServerUrl'),
    ]);
  });
});
