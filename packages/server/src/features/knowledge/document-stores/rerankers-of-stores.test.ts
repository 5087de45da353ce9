import type { ChunkExplanation, StoreSearchAnswer } from '@tendril/contract/api/document-store-search';
import type { DocumentStore } from '@tendril/contract/api/document-stores';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KnowledgeDriver } from '../../../testing/knowledge-driver.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { searchSettings } from './search-settings.ts';

let app: TestApp;
let driver: KnowledgeDriver;
let storeId: string;

beforeAll(async () => {
  app = await createTestApp({});
  driver = new KnowledgeDriver(await app.signIn());
  storeId = (await driver.makeStore('Machines')).id;
  for (const text of [
    'The pump of the pool is on.',
    'A pump shows ERR-4711 when dry.',
    'Swans live on the lake.',
  ])
    await driver.call('POST', `upsert/${storeId}`, { loader: { name: 'plainText', config: { text } } });
});
afterAll(() => app.close());

const query = 'pump with ERR-4711';
const search = (rest: object = {}) =>
  driver.call<StoreSearchAnswer>('POST', 'search', { storeId, query, ...rest });
const words = { name: 'wordOverlapReranker', config: {} };

it('rerankers are those of the catalogue and two of the server, without the fields that a search decides', async () => {
  const templates = await driver.call<NodeTemplate[]>('GET', 'components/rerankers');
  const names = templates.map(({ name }) => name);
  expect(names.slice(0, 2)).toEqual(['wordOverlapReranker', 'chatModelReranker']);
  for (const name of [
    'cohereRerankRetriever',
    'voyageAIRerankRetriever',
    'JinaRerankRetriever',
    'AzureRerankRetriever',
  ])
    expect(names).toContain(name);
  for (const { inputs } of templates)
    expect(inputs.filter(({ name }) => ['query', 'topK', 'topN'].includes(name))).toEqual([]);
});

it('a question can be put in order by one, and says so', async () => {
  const { docs, rerank, timings } = await search({ reranker: words });
  expect(rerank).toBe('used');
  expect(docs[0]).toMatchObject({
    pageContent: 'A pump shows ERR-4711 when dry.',
    channels: { rerank: { rank: 1 } },
  });
  expect(timings.rerankMs).toBeGreaterThanOrEqual(0);
  expect((await search()).rerank).toBeNull();
});

it('one that fails leaves the order, and says so', async () => {
  const plain = await search();
  const failed = await search({ reranker: { name: 'cohereRerankRetriever', config: {} } });
  expect(failed.rerank).toBe('failed');
  expect(failed.docs.map(({ id }) => id)).toEqual(plain.docs.map(({ id }) => id));
  for (const reranker of [{ name: 'plainText' }, { name: 'chatModelReranker' }])
    expect((await driver.send('POST', 'search', { storeId, query, reranker })).statusCode).toBe(400);
});

it('the settings of a search are saved with the store, and a question can say otherwise', async () => {
  const vectorStoreConfig = { topK: 2, searchMode: 'words', diversity: '', minScore: '', reranker: words };
  const saved = await driver.call<DocumentStore>('POST', 'vectorstore/save', {
    ...{ storeId, vectorStoreName: 'builtInVectorStore', vectorStoreConfig },
  });
  expect(saved.vectorStoreConfig?.config).toEqual(vectorStoreConfig);
  const { docs, rerank } = await search();
  expect(rerank).toBe('used');
  expect(docs.every(({ channels }) => channels.vector === undefined)).toBe(true);
  expect((await search({ reranker: null, mode: 'vectors' })).rerank).toBeNull();
  for (const wrong of [
    { searchMode: 'both' },
    { minScore: 2 },
    { diversity: -1 },
    { wordWeight: 1.5 },
    { reranker: 'x' },
    { topK: 0.5 },
  ])
    expect(
      (
        await driver.send('POST', 'vectorstore/save', {
          ...{ storeId, vectorStoreName: 'builtInVectorStore', vectorStoreConfig: wrong },
        })
      ).statusCode,
      JSON.stringify(wrong),
    ).toBe(400);
});

it('the weight of words decides which way comes first, saved with the store or said by a question', async () => {
  const store = await driver.makeStore('Weights');
  for (const text of [
    'A pump with ERR-4711.',
    'ERR-4711 pump ERR-4711 pump ERR-4711 pump with ERR-4711: gardens, kitchens, roofs, ladders and many lamps.',
    'The pump of the pool is on.',
    'Swans live on the lake.',
  ])
    await driver.call('POST', `upsert/${store.id}`, { loader: { name: 'plainText', config: { text } } });
  const order = async (more: object) => {
    const { docs } = await search({ storeId: store.id, ...more });
    return docs.map(({ channels }) => channels);
  };
  const ranksOf = (found: Awaited<ReturnType<typeof order>>, way: 'words' | 'vector') =>
    found.flatMap((channels) => channels[way]?.rank ?? []);
  const sorted = (ranks: number[]) => ranks.toSorted((one, other) => one - other);
  const byWords = ranksOf(await order({ wordWeight: 1 }), 'words');
  const byMeaning = ranksOf(await order({ wordWeight: 0 }), 'vector');
  expect(byWords.length).toBeGreaterThan(1);
  expect([byWords, byMeaning]).toEqual([sorted(byWords), sorted(byMeaning)]);
  const settingOf = (wordWeight: string) =>
    searchSettings({
      vectorStoreConfig: JSON.stringify({ name: 'builtInVectorStore', config: { wordWeight } }),
    }).wordWeight;
  expect([settingOf('0.8'), settingOf('')]).toEqual([0.8, 0.5]);
});

it('a chunk that a reranker or diversity put below the limit says which of them did, and its score there', async () => {
  const { id } = await driver.makeStore('Pumps');
  const texts = [
    'The pump of the pool is on.',
    'The pump of the pool is on today.',
    'A pump shows ERR-4711 when dry.',
    'A kettle pump of the pool garden.',
  ];
  for (const text of texts)
    await driver.call('POST', `upsert/${id}`, { loader: { name: 'plainText', config: { text } } });
  const asked = { storeId: id, query: 'Is the pump of the pool on?' };
  const plain = await driver.call<StoreSearchAnswer>('POST', 'search', { ...asked, topK: 4 });
  const order = plain.docs.map(({ pageContent }) => pageContent);
  expect(new Set(order.slice(0, 2))).toEqual(new Set(texts.slice(0, 2)));
  const explain = (text: string | undefined, rest: object) =>
    driver.call<ChunkExplanation>('POST', 'explain', {
      ...{ ...asked, ...rest, chunkId: plain.docs.find(({ pageContent }) => pageContent === text)?.id },
    });

  const twin = await explain(order[1], { topK: 2, diversity: 1 });
  expect(twin).toMatchObject({ reason: 'diversity', place: 2, rerank: null });
  expect(twin.step?.likeness).toBeGreaterThan(0.6);
  expect(twin.step?.score).toBeCloseTo(-(twin.step?.likeness ?? 0), 5);
  expect((await explain(order[1], { topK: 2 })).reason).toBeNull();

  const query = 'ERR-4711 pump of the pool on';
  const reranked = { query, topK: 1, reranker: words };
  const found = await driver.call<StoreSearchAnswer>('POST', 'search', { storeId: id, ...reranked });
  expect(found.rerank).toBe('used');
  const first = found.docs[0]?.pageContent;
  for (const text of texts.filter((one) => one !== first)) {
    const why = await explain(text, reranked);
    expect(why).toMatchObject({ reason: 'rerank', rerank: 'used' });
    expect(why.step?.score).toBe(why.channels.rerank?.score);
    expect(why.step?.place).toBeGreaterThan(1);
  }
  expect(await explain(first, reranked)).toMatchObject({ reason: null, place: 1, step: null });
});
