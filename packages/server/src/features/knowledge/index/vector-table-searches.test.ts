import type { StoreSearchAnswer } from '@tendril/contract/api/document-store-search';
import { readSystemStatus, type SystemStatus } from '@tendril/contract/api/system';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../platform/db/client.ts';
import { migrate } from '../../../platform/db/migrate.ts';
import { type EmbeddingServer, startEmbeddingServer } from '../../../testing/embedding-server.ts';
import { studio } from '../../../testing/flow-fixtures.ts';
import { KnowledgeDriver, smallChunks } from '../../../testing/knowledge-driver.ts';
import { type JoinedUser, signInAs } from '../../../testing/sign-in-as.ts';
import { makeFolder } from '../../../testing/temporary-folder.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { createVectorTables } from './vector-tables.ts';

// Another one than that of the other test: they run at the same time.
const url = process.env['TEST_PGVECTOR_SEARCH_URL'];
const signal = new AbortController().signal;
const log = { info: () => {}, warn: () => {} };
// Its address is that of a pooler too: WebAssembly has no timers for the limits of a connection.
const place = { databaseUrl: url, databaseDirectUrl: `${url}?direct`, databasePool: 3 };

describe.runIf(url !== undefined)('searches of knowledge bases that pgvector compares', () => {
  const least = 100;
  let app: TestApp;
  let ada: TestUser;
  let bob: JoinedUser;
  let vendor: EmbeddingServer;
  let driver: KnowledgeDriver;
  let storeId: string;
  const loaders: string[] = [];
  const sentenceOf = (at: number) => `Shelf ${at} holds item ${at * 7} of colour ${at % 13}.`;
  const parts = [0, 1, 2].map((part) => Array.from({ length: 50 }, (_, at) => sentenceOf(part * 50 + at)));

  const embeddingOf = (modelName: string) => ({
    embeddingName: 'openAIEmbeddings',
    embeddingConfig: { modelName, basepath: vendor.url },
  });
  const insert = (model: string) =>
    driver.call('POST', 'vectorstore/insert', { storeId, ...embeddingOf(model) });
  const keepUp = () => createVectorTables({ db: app.infrastructure.db, log, least }).keepUp(signal);
  const tables = () =>
    app.infrastructure.db.selectFrom('vector_table').selectAll().where('storeId', '=', storeId).execute();

  async function search(query: string, more: object = {}, sender: Pick<TestUser, 'inject'> = ada) {
    const payload = { storeId, query, topK: 10, ...more };
    const answer = await sender.inject({
      method: 'POST',
      url: `${studio}/document-store/search`,
      payload,
    });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    const { docs, hidden } = answer.json<StoreSearchAnswer>();
    return {
      hidden,
      docs: docs.map(({ pageContent, score, channels }) => ({ pageContent, score, channels })),
    };
  }

  const turn = (name: string) =>
    sql`update ${sql.table(name)} set vector = (select ('[' || string_agg((-value)::text, ',') || ']')::halfvec
      from unnest(vector::real[]) as given(value))`.execute(app.infrastructure.db);
  const asked: [string, object][] = [
    ['Shelf 17 item 119', {}],
    ['What is of colour 4?', { mode: 'vectors' }],
    ['colour 4', { mode: 'hybrid', topK: 30 }],
    ['item 301', { filter: { half: 'upper' }, topK: 50 }],
    ['item 301', { filter: { half: 'nobody' } }],
  ];
  const searchAll = async (sender: Pick<TestUser, 'inject'>) => {
    const found = [];
    for (const [query, more] of asked) found.push(await search(query, more, sender));
    return found;
  };

  beforeAll(async () => {
    const db = await openDatabase({ home: makeFolder(), ...place });
    await migrate(db);
    await db.destroy();
    vendor = await startEmbeddingServer();
    const settings = { egressAllow: [vendor.host], knowledgePgvectorChunks: least };
    app = await createTestApp({ config: { ...place, ...settings } });
    ada = await app.signIn();
    bob = await signInAs(app, ada, 'builder');
    driver = new KnowledgeDriver(ada);
    storeId = (await driver.makeStore('Shelves')).id;
    for (const [at, lines] of parts.entries()) {
      const config = { text: lines.join('\n\n'), metadata: { half: at === 0 ? 'lower' : 'upper' } };
      const loader = await driver.saveLoader(storeId, 'plainText', config, smallChunks);
      loaders.push(loader.id);
      await driver.call('POST', `loader/process/${loader.id}`, { storeId });
      const count = async () =>
        (await driver.readStore(storeId)).loaders.find(({ id }) => id === loader.id)?.totalChunks ?? 0;
      while ((await count()) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await insert('old');
  }, 300_000);
  afterAll(async () => {
    vendor.close();
    await app.close();
  });

  it('find the same as in memory, by vectors, words, both and filters, and are compared in the table', async () => {
    const before = await searchAll(ada);
    expect(before[0]?.docs).toHaveLength(10);
    await keepUp();
    expect((await tables()).map(({ isReady }) => isReady)).toEqual([1]);
    expect(await searchAll(ada)).toEqual(before);
    const status = await ada.inject({ method: 'GET', url: readSystemStatus.path });
    expect(status.json<SystemStatus>().database.comparing).toMatchObject({ by: 'usable', least, ready: 1 });

    // What the table says of a text is what decides whether it is near.
    const query = 'Which shelf holds item 119?';
    const [nearest] = (await search(`${query} `, { mode: 'vectors' })).docs;
    const [{ name = '' } = {}] = await tables();
    await turn(name);
    const turned = await search(`${query}  `, { mode: 'vectors' });
    expect(turned.docs.map(({ pageContent }) => pageContent)).not.toContain(nearest?.pageContent);
    await turn(name);
  }, 300_000);

  it('return nothing that the caller may not read', async () => {
    const restricted = {
      audience: 'restricted',
      lists: [
        { loaderId: loaders[0], list: ['workspace'] },
        { loaderId: loaders[1], list: ['user:owner@example.com'] },
        { loaderId: loaders[2], list: [] },
      ],
    };
    const changed = await ada.inject({
      method: 'PUT',
      url: `${studio}/document-store/${storeId}/access`,
      payload: restricted,
    });
    expect(changed.statusCode, changed.body).toBe(200);
    for (let at = 50; at < 150; at += 1) {
      const { docs, hidden } = await search(sentenceOf(at), { topK: 50 }, bob);
      expect(docs).toHaveLength(50);
      expect(docs.filter(({ pageContent }) => !parts[0]?.includes(pageContent))).toEqual([]);
      expect(hidden).toBe(100);
    }
    await ada.inject({
      method: 'PUT',
      url: `${studio}/document-store/${storeId}/access`,
      payload: { audience: 'open' },
    });
  }, 300_000);

  it('never meet half a set while the model changes', async () => {
    const before = await searchAll(ada);
    const isLast = ({ model, input }: { model: string; input: string[] }) =>
      model === 'new' && input.includes(sentenceOf(149));
    vendor.hold(isLast);
    const changing = insert('new');
    const countOf = async () =>
      (
        await app.infrastructure.db
          .selectFrom('vector_code')
          .select('embedding')
          .distinct()
          .where('storeId', '=', storeId)
          .execute()
      ).length;
    while ((await countOf()) < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    await keepUp();
    expect(await searchAll(ada)).toEqual(before);
    vendor.release();
    await changing;
    await keepUp();
    await keepUp();
    expect((await tables()).map(({ isReady }) => isReady)).toEqual([1]);
    const askedBefore = vendor.asked.length;
    expect((await search('Which item is on shelf 140?')).docs).toHaveLength(10);
    expect(vendor.asked.slice(askedBefore).map(({ model }) => model)).toEqual(['new']);
  }, 300_000);
});
