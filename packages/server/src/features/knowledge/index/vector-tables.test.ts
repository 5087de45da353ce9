import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../platform/db/client.ts';
import { migrate } from '../../../platform/db/migrate.ts';
import { createHeavyReads, type HeavyReads } from '../../../platform/db/readers/heavy-reads.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { makeFolder } from '../../../testing/temporary-folder.ts';
import { addVectors, directionOf, makeVectorStore } from '../../../testing/vector-table-stores.ts';
import { chunkTextWrites } from './chunk-texts.store.ts';
import { comparedBy } from './compared-by.ts';
import { createKnowledgeIndex, type KnowledgeIndex } from './knowledge-index.ts';
import { RowBits } from './row-mask.ts';
import { storeIndexStore } from './store-index.store.ts';
import { textVectorStore } from './text-vectors.store.ts';
import { createVectorTables } from './vector-tables.ts';

const url = process.env['TEST_PGVECTOR_URL'];
const scope = { workspaceId: 'w1' };
const embedding = 'm';
const dimensions = 24;
const signal = new AbortController().signal;
// WebAssembly does one statement at a time.
const limits = { places: 2, longestMs: 120_000, oneByOne: 2000 };
const log = { info: () => {}, warn: () => {} };
// Its address is that of a pooler too: WebAssembly has no timers for the limits of a connection.
const place = {
  ...{ databaseUrl: url, databaseDirectUrl: `${url}?direct`, databasePool: 3 },
  // It does one statement at a time, and answers no probe meanwhile.
  patienceMs: 120_000,
};

describe.runIf(url !== undefined)('very large knowledge bases, compared by pgvector', () => {
  let db: Database;
  let reads: HeavyReads;
  const indexes: KnowledgeIndex[] = [];
  const config = { home: makeFolder(), ...place };

  async function fresh(): Promise<void> {
    await db?.destroy();
    db = await openDatabase(config);
    // All connections are one session here, which still has what the one before has prepared.
    await sql`deallocate all`.execute(db);
    reads = createHeavyReads(config, db);
  }

  beforeAll(async () => {
    await fresh();
    await migrate(db);
  }, 120_000);
  afterAll(async () => {
    for (const index of indexes) await index.close();
    await reads.close();
    await db.destroy();
  });

  const storeOf = (id: string, of = scope, length = dimensions) => ({
    ...{ id, scope: of, embedding, dimensions: length },
  });
  const makeStore = (id: string, count: number, of = scope, length = dimensions) =>
    makeVectorStore(db, storeOf(id, of, length), count);
  const addTexts = (id: string, from: number, count: number) => addVectors(db, storeOf(id), from, count);
  const keepUp = (least: number) => createVectorTables({ db, log, least, limits }).keepUp(signal);
  const tableOf = (storeId: string) =>
    db.selectFrom('vector_table').selectAll().where('storeId', '=', storeId).executeTakeFirst();

  function openIndex(least: number): KnowledgeIndex {
    const { tables } = createVectorTables({ db, log, least, limits });
    const index = createKnowledgeIndex({ reads, mostBytes: 300_000_000, tables });
    indexes.push(index);
    return index;
  }

  const openAt = async (index: KnowledgeIndex, storeId: string, of = scope) =>
    index.open({ ...of, storeId, embedding }, await storeIndexStore(db).find(of, storeId));

  /** As a search finds them: some by the index, the best of those by their vectors. */
  async function nearest(index: KnowledgeIndex, storeId: string, question: Float32Array, mask?: RowBits) {
    const snapshot = await openAt(index, storeId);
    const found = await snapshot.nearest(question, mask ?? snapshot.live, 64);
    const near = found.map(({ row }) => snapshot.textOf(row));
    const texts = await textVectorStore(db).exact(scope, embedding, near);
    const named = await db
      .selectFrom('chunk_text')
      .select(['seq', 'hash'])
      .where('seq', 'in', near)
      .execute();
    const names = new Map(named.map(({ seq, hash }) => [seq, hash]));
    return texts
      .map(({ seq, vector }) => ({
        hash: names.get(seq),
        score: vector.reduce((sum, value, at) => sum + value * (question[at] ?? 0), 0),
      }))
      .sort((one, other) => other.score - one.score)
      .slice(0, 10)
      .map(({ hash }) => hash);
  }

  const rowsIn = async (name: string) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(
      db,
    );
    return Number(rows[0]?.count);
  };
  const isThere = async (name: string) => {
    const { rows } = await sql<{
      found: string | null;
    }>`select to_regclass(${name}::text)::text as found`.execute(db);
    return rows[0]?.found !== null;
  };

  it('finds of 3,200 what an exact comparison finds, with and without a filter', async () => {
    const count = 3200;
    await makeStore('s-many', count);
    const before = openIndex(count);
    expect((await openAt(before, 's-many')).codesIn).toBe('here');
    await keepUp(count);
    const index = openIndex(count);
    const snapshot = await openAt(index, 's-many');
    expect(snapshot.codesIn).toBe('table');
    // Numbers of rows, and nothing of their vectors.
    expect(index.usage().bytes).toBeLessThan(count * 50);
    // Who had it in memory goes over to the table with the next question.
    expect((await openAt(before, 's-many')).codesIn).toBe('table');

    const exact = createKnowledgeIndex({ reads, mostBytes: 300_000_000 });
    indexes.push(exact);
    const every = (step: number) =>
      RowBits.of(
        snapshot.live.rows().filter((row) => row % step === 0),
        count,
      );
    const butEvery = (step: number) =>
      RowBits.of(
        snapshot.live.rows().filter((row) => row % step !== 0),
        count,
      );
    for (const mask of [undefined, butEvery(3), every(2), every(50)]) {
      let hits = 0;
      for (let at = 0; at < 60; at += 1) {
        const question = directionOf(50_000 + at * 7, dimensions);
        const wanted = new Set(await nearest(exact, 's-many', question, mask));
        hits += (await nearest(index, 's-many', question, mask)).filter((hash) => wanted.has(hash)).length;
      }
      expect(hits / 600).toBeGreaterThanOrEqual(0.995);
    }
  }, 600_000);

  it.each([
    ['without a graph, which takes no vectors so long', 4096],
    ['through a graph, where they are longer than single precision allows', 2048],
  ])(
    'finds what is nearest %s',
    async (_, length) => {
      const id = `s-${length}`;
      await makeStore(id, 80, scope, length);
      await keepUp(80);
      const index = openIndex(80);
      expect((await openAt(index, id)).codesIn).toBe('table');
      for (const number of [1, 37, 59])
        expect((await nearest(index, id, directionOf(number, length)))[0]).toBe(`t${number}`);
      const { rows } = await sql`select 1 from pg_indexes where tablename = ${(await tableOf(id))?.name ?? ''}
      and indexdef like '%hnsw%'`.execute(db);
      expect(rows).toHaveLength(length === 2048 ? 1 : 0);
    },
    300_000,
  );

  it('never returns a row that the mask forbids, however near it is, nor one of another workspace', async () => {
    const other = { workspaceId: 'w2' };
    await makeStore('s-theirs', 300, other);
    await keepUp(200);
    const index = openIndex(200);
    const theirs = await openAt(index, 's-theirs', other);
    expect(theirs.codesIn).toBe('table');
    // Somebody who names the knowledge base of another workspace has nothing of it.
    const foreign = await openAt(index, 's-theirs');
    expect(foreign.live.count()).toBe(0);
    const all = RowBits.of([0, 1, 2], 3);
    expect(await foreign.nearest(directionOf(1, dimensions), all, 10)).toEqual([]);
    // Nor has who gets hold of the name of its table.
    const { tables } = createVectorTables({ db, log, least: 200, limits });
    const table = await tableOf('s-theirs');
    const question = {
      vector: directionOf(1, dimensions),
      wanted: { count: 3, total: 3, first: 0, bits: new Uint8Array(1000).fill(255), few: undefined },
      depth: 10,
    };
    const search = (workspaceId: string) =>
      tables?.search({ workspaceId, storeId: 's-theirs', embedding }, table as never, question);
    expect(await search('w1')).toEqual([]);
    expect(await search('w2')).toHaveLength(10);

    const snapshot = await openAt(index, 's-many');
    expect(snapshot.codesIn).toBe('table');
    // One by one, and through the graph.
    for (const share of [2, 3, 40]) {
      const rows = snapshot.live.rows().filter((row) => row % share !== 0);
      const allowed = RowBits.of(rows, 3200);
      for (let at = 0; at < 40; at += 1) {
        // Of a row that is forbidden.
        const found = await snapshot.nearest(directionOf(at * share, dimensions), allowed, 64);
        expect(found).toHaveLength(64);
        expect(found.filter(({ row }) => !allowed.has(row))).toEqual([]);
      }
    }
    expect(await snapshot.nearest(directionOf(3, dimensions), new RowBits(3200), 64)).toEqual([]);
  }, 300_000);

  it('finds at once what is written, and no more what is deleted', async () => {
    await makeStore('s-life', 300);
    await keepUp(250);
    const index = openIndex(250);
    const first = async (at: number, of = index) =>
      (await nearest(of, 's-life', directionOf(at, dimensions)))[0];
    expect((await openAt(index, 's-life')).codesIn).toBe('table');
    await addTexts('s-life', 300, 50);
    expect(await first(320)).toBe('t320');
    expect(await first(20)).toBe('t20');
    await keepUp(250);
    expect(await first(320, openIndex(250))).toBe('t320');
    await db
      .transaction()
      .execute((trx) => chunkTextWrites(trx).removeText(scope, 's-life', 'l-s-life', 't20'));
    expect(await first(20)).not.toBe('t20');
    await keepUp(250);
    const name = (await tableOf('s-life'))?.name ?? '';
    expect(await rowsIn(name)).toBe(349);

    // Far too few: compared in memory again. The table stays for questions that have begun, and goes the next time.
    await db.transaction().execute((trx) => chunkTextWrites(trx).remove(scope, 's-life'));
    await addTexts('s-life', 2000, 60);
    const tables = createVectorTables({ db, log, least: 250, limits });
    await tables.keepUp(signal);
    expect(await isThere(name)).toBe(true);
    expect((await openAt(index, 's-life')).codesIn).toBe('here');
    expect(await first(2020)).toBe('t2020');
    await tables.keepUp(signal);
    expect(await isThere(name)).toBe(false);
    expect(await first(2020)).toBe('t2020');
  }, 300_000);

  it('recreates what a restored backup does not contain', async () => {
    await makeStore('s-restored', 300);
    await keepUp(250);
    const { name = '' } = (await tableOf('s-restored')) ?? {};
    // Its rows are of other texts now.
    await sql`update ${sql.table(name)} set vector = (select vector from ${sql.table(name)} limit 1)`.execute(
      db,
    );
    await db.deleteFrom('vector_table').where('storeId', '=', 's-restored').execute();
    await keepUp(250);
    expect(await rowsIn(name)).toBe(300);
    const index = openIndex(250);
    expect((await openAt(index, 's-restored')).codesIn).toBe('table');
    expect((await nearest(index, 's-restored', directionOf(200, dimensions)))[0]).toBe('t200');
    await db.deleteFrom('vector_table').where('storeId', '=', 's-restored').execute();
    await keepUp(10_000_000);
    expect(await isThere(name)).toBe(false);
  }, 300_000);

  it('goes on where it was killed', async () => {
    await makeStore('s-killed', 1500);
    const script = fileURLToPath(new URL('../../../testing/keep-vector-tables.ts', import.meta.url));
    const child = spawn(process.execPath, [script, url ?? '', '1200'], { stdio: 'inherit' });
    while (((await tableOf('s-killed'))?.lastSeq ?? 0) === 0)
      await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    const half = await tableOf('s-killed');
    expect(half?.isReady).toBe(0);
    expect(await comparedBy(db, scope, 's-killed')).toBe('filling');
    // Nobody waits for it: until then it is compared in memory.
    const index = openIndex(1200);
    const last = directionOf(1499, dimensions);
    expect((await openAt(index, 's-killed')).codesIn).toBe('here');
    expect((await nearest(index, 's-killed', last))[0]).toBe('t1499');
    await fresh();
    await keepUp(1200);
    const after = openIndex(1200);
    expect((await openAt(after, 's-killed')).codesIn).toBe('table');
    expect((await nearest(after, 's-killed', last))[0]).toBe('t1499');
    expect(await rowsIn(half?.name ?? '')).toBe(1500);
    expect(await comparedBy(db, scope, 's-killed')).toBe('database');
    expect(await comparedBy(db, { workspaceId: 'w2' }, 's-killed')).toBe('memory');
  }, 300_000);
});
