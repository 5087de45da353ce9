import type { ChunkExplanation, StoreSearchAnswer } from '@tendril/contract/api/document-store-search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { KnowledgeDriver } from '../../../testing/knowledge-driver.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

describe.each(databases)('the search of knowledge bases on %s', (database) => {
  let app: TestApp;
  let driver: KnowledgeDriver;
  let storeId: string;

  const lines = [
    'Fault ERR-4711 means that the pump is dry.',
    'Fault ERR-4712 means that the pump is hot.',
    'The pump is switched on at the wall.',
    '緑茶は八十度のお湯で入れます。',
    'กาแฟเย็นใส่นมและน้ำตาล',
    'Le café crème coûte deux euros.',
    'Nobody may feed the swans on the lake.',
  ];

  beforeAll(async () => {
    app = await createTestApp({ database });
    driver = new KnowledgeDriver(await app.signIn());
    storeId = (await driver.makeStore('Machines')).id;
    for (const [at, text] of lines.entries())
      await driver.call('POST', `upsert/${storeId}`, {
        loader: { name: 'plainText', config: { text } },
        metadata: { line: at, day: `2026-0${at + 1}-01`, kind: at < 3 ? 'pump' : 'other' },
      });
  });
  afterAll(() => app.close());

  const search = (query: string, rest: object = {}) =>
    driver.call<StoreSearchAnswer>('POST', 'search', { storeId, query, ...rest });
  const texts = async (query: string, rest: object = {}) =>
    (await search(query, rest)).docs.map(({ pageContent }) => pageContent);
  const explain = (query: string, chunkId: string, rest: object = {}) =>
    driver.call<ChunkExplanation>('POST', 'explain', { storeId, query, chunkId, ...rest });

  it.each([
    ['err-4711', 0],
    ['What is ERR-4712?', 1],
    ['緑茶', 3],
    ['กาแฟ', 4],
    ['cafe creme', 5],
    ['SWANS', 6],
  ])('finds by its words, in any language: %s', async (question, line) => {
    const { docs, words } = await search(question, { mode: 'words', topK: 1 });
    expect(docs[0]?.pageContent).toBe(lines[line]);
    expect(docs[0]?.channels).toEqual({ words: { rank: 1 } });
    expect(words.length).toBeGreaterThan(0);
  });

  it('puts what both ways find first, and says so', async () => {
    const { docs, timings, hidden } = await search('the pump is hot');
    expect(docs[0]).toMatchObject({
      pageContent: lines[1],
      channels: { vector: { rank: 1 }, words: { rank: 1 } },
    });
    expect(docs[0]?.score).toBeCloseTo(docs[0]?.channels.vector?.score ?? 0, 6);
    expect(timings.totalMs).toBeGreaterThan(0);
    expect(hidden).toBe(0);
    const { docs: near } = await search('the pump is hot', { mode: 'vectors' });
    expect(near[0]?.channels.words).toBeUndefined();
  });

  it('takes signs of the index in a question as they come', async () => {
    for (const question of [
      '" OR scope:*',
      "'; drop table chunk_text; --",
      'words:(pump NEAR dry) ^',
      '\\ & | ! :*',
    ])
      expect((await driver.send('POST', 'search', { storeId, query: question })).statusCode).toBe(200);
  });

  it('filters before it searches, by type', async () => {
    expect(await texts('pump', { filter: { kind: 'other' }, topK: 10 })).not.toContain(lines[0]);
    expect(await texts('pump', { filter: { line: { gte: 1, lt: 3 } }, topK: 10 })).toHaveLength(2);
    expect(await texts('swans', { filter: { day: { gte: '2026-07-01' } }, topK: 10 })).toEqual([lines[6]]);
    expect(await texts('swans', { filter: { nothing: { exists: true } } })).toEqual([]);
    expect(
      (await driver.send('POST', 'search', { storeId, query: 'x', filter: { a: { like: 1 } } })).statusCode,
    ).toBe(400);
  });

  it('holds the floor against the similarity, after both lists were put together', async () => {
    const all = await search('the pump is hot', { topK: 3 });
    const [best, second] = all.docs;
    const some = await search('the pump is hot', {
      topK: 3,
      minScore: ((best?.score ?? 0) + (second?.score ?? 0)) / 2,
    });
    expect(some.docs.map(({ id }) => id)).toEqual([best?.id]);
    expect(some.misses.map(({ id }) => id)).toContain(second?.id);
  });

  it('answers Flowise’s route in its own shape', async () => {
    const answer = await driver.call<Record<string, unknown> & { docs: object[] }>(
      'POST',
      'vectorstore/query',
      {
        storeId,
        query: 'pump',
        topK: 1,
      },
    );
    expect(Object.keys(answer).sort()).toEqual(['docs', 'misses', 'timeTaken']);
    expect(Object.keys(answer.docs[0] ?? {}).sort()).toEqual(
      [
        'chunkNo',
        'docId',
        'id',
        'loaderName',
        'metadata',
        'pageContent',
        'score',
        'source',
        'storeId',
      ].sort(),
    );
  });

  it('says why a chunk was not found', async () => {
    const { docs } = await search('pump', { topK: 10 });
    const idOf = (line: number) => docs.find(({ pageContent }) => pageContent === lines[line])?.id ?? '';
    expect(await explain('the pump is hot', idOf(1))).toMatchObject({
      ...{ reason: null, place: 1, sharedWords: expect.arrayContaining(['pump', 'hot']) },
    });
    expect(await explain('the pump is hot', idOf(0), { topK: 1 })).toMatchObject({ reason: 'limit' });
    expect(await explain('pump', idOf(0), { filter: { kind: 'other' } })).toMatchObject({
      reason: 'filter',
      place: null,
    });
    expect(await explain('pump hot', idOf(6), { mode: 'words' })).toMatchObject({
      ...{ reason: 'rank', missingWords: expect.arrayContaining(['pump']) },
    });
    expect(await explain('the pump is hot', idOf(1), { minScore: 1 })).toMatchObject({ reason: 'floor' });
    const loader = await driver.saveLoader(storeId, 'plainText', { text: 'Not embedded yet, this one.' });
    await driver.process(storeId, loader.id);
    const page = await driver.call<{ chunks: { id: string }[] }>('GET', `chunks/${storeId}/${loader.id}/1`);
    expect(await explain('embedded', page.chunks[0]?.id ?? '')).toMatchObject({
      reason: 'not-embedded',
      score: null,
    });
    expect(
      (await driver.send('POST', 'explain', { storeId, query: 'x', chunkId: 'nobody' })).statusCode,
    ).toBe(404);
  });

  it('shows nothing of it to others', async () => {
    const other = new KnowledgeDriver(await makeKey(app));
    expect((await other.send('POST', 'search', { storeId, query: 'pump' })).statusCode).toBe(404);
    expect((await other.send('POST', 'explain', { storeId, query: 'pump', chunkId: 'x' })).statusCode).toBe(
      404,
    );
  });
});
