import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../platform/db/client.ts';
import { migrate } from '../../../platform/db/migrate.ts';
import { createHeavyReads, type HeavyReads } from '../../../platform/db/readers/heavy-reads.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { makeFolder } from '../../../testing/temporary-folder.ts';
import { directionOf, makeVectorStore } from '../../../testing/vector-table-stores.ts';
import {
  createKnowledgeIndex,
  createVectorTables,
  putTextVectors,
  RowBits,
  storeIndexStore,
} from '../index/public.ts';
import type { SearchParts, SearchRequest } from './search-request.ts';
import { searchStore } from './search-store.ts';

// Another one than that of the test of the tables: they run at the same time.
const url = process.env['TEST_PGVECTOR_SEARCH_URL'];
const scope = { workspaceId: 'w1' };
const least = 200;
const count = 240;
const dimensions = 48;
const signal = new AbortController().signal;
// WebAssembly does one statement at a time.
const limits = { places: 2, longestMs: 120_000 };
const log = { info: () => {}, warn: () => {} };
const sentenceOf = (at: number) => `Shelf ${at} holds item ${at * 7} of colour ${at % 13}.`;
const store = {
  ...{ id: 's-shelves', scope, embedding: 'old', dimensions, sentenceOf },
  metadataOf: (at: number) => ({ half: at < count / 2 ? 'lower' : 'upper' }),
};

describe.runIf(url !== undefined)('searches of knowledge bases that pgvector compares', () => {
  let db: Database;
  let reads: HeavyReads;
  let inTables: SearchParts;
  let inMemory: SearchParts;
  // One connection: WebAssembly has one session. Its address is that of a pooler too: it has no timers for limits.
  const config = {
    // It does one statement at a time, and answers no probe meanwhile.
    ...{ home: makeFolder(), databasePool: 1, patienceMs: 120_000 },
    ...{ databaseUrl: url, databaseDirectUrl: `${url}?direct` },
  };

  beforeAll(async () => {
    db = await openDatabase(config);
    await migrate(db);
    reads = createHeavyReads(config, db);
    const parts = { db, reads };
    const { tables } = createVectorTables({ db, log, least, limits });
    inTables = { ...parts, index: createKnowledgeIndex({ reads, mostBytes: 300_000_000, tables }) };
    inMemory = { ...parts, index: createKnowledgeIndex({ reads, mostBytes: 300_000_000 }) };
    await makeVectorStore(db, store, count);
    await keepUp();
  }, 300_000);
  afterAll(async () => {
    await inTables.index.close();
    await inMemory.index.close();
    await reads.close();
    await db.destroy();
  });

  const keepUp = () => createVectorTables({ db, log, least, limits }).keepUp(signal);
  const tables = () => db.selectFrom('vector_table').selectAll().where('storeId', '=', store.id).execute();

  async function search(parts: SearchParts, at: number, more: Partial<SearchRequest> = {}) {
    const state = await storeIndexStore(db).find(scope, store.id);
    const request = {
      ...{ question: sentenceOf(at), vector: directionOf(at, dimensions), embedding: 'old' },
      ...{ state, topK: 10, signal, ...more },
    };
    const { docs, hidden } = await searchStore(parts, { ...scope, id: store.id }, request);
    return {
      hidden,
      docs: docs.map(({ row, score, channels }) => ({ text: row.pageContent, score, channels })),
    };
  }

  const ways: [string, Partial<SearchRequest>][] = [
    ['vectors and words', {}],
    ['vectors alone', { mode: 'vectors', topK: 30 }],
    ['words alone', { mode: 'words' }],
    ['a filter', { filter: { half: 'upper' }, topK: 50 }],
    ['a filter that nothing fits', { filter: { half: 'nobody' } }],
    ['a floor', { minScore: 0.6 }],
    ['difference', { diversity: 0.5 }],
  ];

  it.each(ways)(
    'find the same as in memory, with the same scores and ranks: %s',
    async (_, more) => {
      expect((await tables()).map(({ isReady }) => isReady)).toEqual([1]);
      for (const at of [0, 17, 119, 120, 239])
        expect(await search(inTables, at, more)).toEqual(await search(inMemory, at, more));
    },
    120_000,
  );

  it('are compared by the table', async () => {
    const { name = '' } = (await tables())[0] ?? {};
    const turn = () =>
      sql`update ${sql.table(name)} set vector = (select ('[' || string_agg((-value)::text, ',') || ']')::halfvec
        from unnest(vector::real[]) as given(value))`.execute(db);
    const own = async () => (await search(inTables, 17, { mode: 'vectors' })).docs.map(({ text }) => text);
    expect((await own())[0]).toBe(sentenceOf(17));
    await turn();
    expect(await own()).not.toContain(sentenceOf(17));
    await turn();
  }, 120_000);

  it('return nothing that the caller may not read, whatever is asked', async () => {
    // The list of a chunk is not looked at afterwards: the mask alone has to keep them out.
    const access = {
      of: async () => ({ key: 'lower', rows: RowBits.of(Array.from({ length: count / 2 }).keys(), count) }),
      includes: () => true,
    };
    const allowed = new Set(Array.from({ length: count / 2 }, (_, at) => sentenceOf(at)));
    for (let at = count / 2; at < count; at += 1) {
      const { docs, hidden } = await search(inTables, at, { access, topK: 50 });
      expect(docs).toHaveLength(50);
      expect(docs.filter(({ text }) => !allowed.has(text))).toEqual([]);
      expect(hidden).toBe(count / 2);
    }
  }, 120_000);

  it('never meet half a set while the model changes', async () => {
    const before = await search(inTables, 17);
    const add = (from: number, to: number) => {
      const numbers = Array.from({ length: to - from }, (_, at) => from + at);
      const rows = numbers.map((number) => ({
        ...{ loaderId: `l-${store.id}`, hash: `t${number}`, text: sentenceOf(number) },
        vector: directionOf(number + 5000, dimensions),
      }));
      const place = { storeId: store.id, embedding: 'new' };
      return db.transaction().execute((trx) => putTextVectors(trx, scope, place, rows));
    };
    // So many that they have a table of their own, and not all.
    await add(0, 210);
    await keepUp();
    expect((await tables()).map(({ embedding, isReady }) => [embedding, isReady]).sort()).toEqual([
      ['new', 1],
      ['old', 1],
    ]);
    expect(await search(inTables, 17)).toEqual(before);
    await add(210, count);
    expect(await search(inTables, 17)).toEqual(before);
    const asked = { embedding: 'new', vector: directionOf(5239, dimensions), mode: 'vectors' } as const;
    // The last has no place in the table yet.
    expect((await search(inTables, 239, asked)).docs[0]?.text).toBe(sentenceOf(239));
    await db
      .deleteFrom('vector_code')
      .where('storeId', '=', store.id)
      .where('embedding', '=', 'old')
      .execute();
    await storeIndexStore(db).count(scope, store.id, true);
    const { tables: _, keepUp: work } = createVectorTables({ db, log, least, limits });
    await work(signal);
    await work(signal);
    expect((await tables()).map(({ embedding, isReady }) => [embedding, isReady])).toEqual([['new', 1]]);
    expect((await search(inTables, 239, asked)).docs[0]?.text).toBe(sentenceOf(239));
  }, 120_000);
});
