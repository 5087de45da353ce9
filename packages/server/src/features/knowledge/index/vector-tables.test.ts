import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../platform/db/client.ts';
import { migrate } from '../../../platform/db/migrate.ts';
import { createHeavyReads, type HeavyReads } from '../../../platform/db/readers/heavy-reads.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { makeFolder } from '../../../testing/temporary-folder.ts';
import { chunkTextWrites } from './chunk-texts.store.ts';
import { createKnowledgeIndex, type KnowledgeIndex } from './knowledge-index.ts';
import { putTextVectors } from './put-text-vectors.ts';
import { RowBits } from './row-mask.ts';
import { storeIndexStore } from './store-index.store.ts';
import { textVectorStore } from './text-vectors.store.ts';
import { createVectorTables } from './vector-tables.ts';

const url = process.env['TEST_PGVECTOR_URL'];
const scope = { workspaceId: 'w1' };
const embedding = 'm';
const dimensions = 96;
const now = { createdAt: 1, updatedAt: 1 };

/** Directions around some hundred topics, as texts have them; the same every time. */
function directionOf(number: number): Float32Array {
  const topic = randomOf(number % 300);
  const own = randomOf(number + 1_000_000);
  const vector = Float32Array.from({ length: dimensions }, () => topic() + 0.8 * own());
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function randomOf(seed: number): () => number {
  let state = Math.imul(seed + 1, 2_654_435_761) >>> 0;
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
    return (state ^ (state >>> 13)) >>> 0;
  };
  return () => (next() + next() + next()) / 2 ** 32 - 1.5;
}

describe.runIf(url !== undefined)('very large knowledge bases, compared by pgvector', () => {
  let db: Database;
  let reads: HeavyReads;
  const indexes: KnowledgeIndex[] = [];
  const lines: string[] = [];
  const note = (...args: unknown[]) => void lines.push(JSON.stringify(args));
  const log = { info: note, warn: note };
  const signal = new AbortController().signal;
  // Its address is that of a pooler too: WebAssembly has no timers for the limits of a connection.
  const config = {
    home: makeFolder(),
    databaseUrl: url,
    databaseDirectUrl: `${url}?direct`,
    databasePool: 3,
  };

  async function fresh(): Promise<void> {
    await db?.destroy();
    db = await openDatabase(config);
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

  const vectorTables = (least: number) => createVectorTables({ db, log, least });

  function openIndex(least: number): KnowledgeIndex {
    const { tables } = vectorTables(least);
    const index = createKnowledgeIndex({ reads, mostBytes: 300_000_000, tables });
    indexes.push(index);
    return index;
  }

  async function makeStore(id: string, count: number, of = scope): Promise<void> {
    const nothing = { embeddingConfig: null, vectorStoreConfig: null, recordManagerConfig: null };
    await db
      .insertInto('document_store')
      .values({ id, ...of, name: id, description: '', ...nothing, ...now })
      .execute();
    await db
      .insertInto('document_store_loader')
      .values({
        ...{ id: `l-${id}`, storeId: id, ...of, loaderId: 'plainText', loaderName: '', loaderConfig: '{}' },
        ...{
          splitterId: '',
          splitterName: '',
          splitterConfig: '{}',
          credential: null,
          source: '',
          files: '[]',
        },
        ...{ batch: `b-${id}`, totalChunks: 0, totalChars: 0, isStale: 0, error: null },
        ...{ chunkRevision: 0, vectorRevision: 0, ...now },
      })
      .execute();
    await addTexts(id, 0, count, of);
  }

  async function addTexts(id: string, from: number, count: number, of = scope): Promise<void> {
    for (let first = from; first < from + count; first += 500) {
      const numbers = Array.from({ length: Math.min(500, from + count - first) }, (_, at) => first + at);
      await db
        .insertInto('document_chunk')
        .values(
          numbers.map((number) => ({
            ...{ id: `${id} ${number}`, ...of, storeId: id, loaderId: `l-${id}`, batch: `b-${id}` },
            ...{ chunkNo: number, hash: `t${number}`, editedFrom: null, pageContent: `t${number}` },
            metadata: '{}',
          })),
        )
        .execute();
      const rows = numbers.map((number) => ({
        ...{ loaderId: `l-${id}`, hash: `t${number}`, text: `t${number}` },
        vector: directionOf(number),
      }));
      await db
        .transaction()
        .execute((trx) => putTextVectors(trx, of, { storeId: id, embedding }, rows, { hasWords: false }));
    }
  }

  const openAt = async (index: KnowledgeIndex, storeId: string, of = scope) =>
    index.open({ ...of, storeId, embedding }, await storeIndexStore(db).find(of, storeId));

  /** As a search finds them: some by the index, the best of those by their vectors. */
  async function nearest(index: KnowledgeIndex, storeId: string, question: Float32Array, mask?: RowBits) {
    const snapshot = await openAt(index, storeId);
    const found = await snapshot.nearest(question, mask ?? snapshot.live, 64);
    const texts = await textVectorStore(db).exact(
      scope,
      embedding,
      found.map(({ row }) => snapshot.textOf(row)),
    );
    return texts
      .map(({ hash, vector }) => ({
        hash,
        score: vector.reduce((sum, value, at) => sum + value * (question[at] ?? 0), 0),
      }))
      .sort((one, other) => other.score - one.score)
      .slice(0, 10)
      .map(({ hash }) => hash);
  }

  it('finds of 20,000 what an exact comparison finds, with and without a filter', async () => {
    await makeStore('s-many', 20_000);
    const before = openIndex(20_000);
    expect((await openAt(before, 's-many')).codesIn).toBe('here');
    await vectorTables(20_000).keepUp(signal);
    const index = openIndex(20_000);
    const snapshot = await openAt(index, 's-many');
    expect(snapshot.codesIn).toBe('table');
    expect(index.usage().bytes).toBeLessThan(20_000 * 50);
    // Who had it in memory goes over to the table with the next question.
    expect((await openAt(before, 's-many')).codesIn).toBe('table');

    const exact = createKnowledgeIndex({ reads, mostBytes: 300_000_000 });
    indexes.push(exact);
    const some = RowBits.of(
      snapshot.live.rows().filter((row) => row % 5 === 0),
      20_000,
    );
    const few = RowBits.of(
      snapshot.live.rows().filter((row) => row % 50 === 0),
      20_000,
    );
    for (const mask of [undefined, some, few]) {
      let hits = 0;
      for (let at = 0; at < 100; at += 1) {
        const question = directionOf(50_000 + at * 7);
        const wanted = new Set(await nearest(exact, 's-many', question, mask));
        hits += (await nearest(index, 's-many', question, mask)).filter((hash) => wanted.has(hash)).length;
      }
      expect(hits / 1000).toBeGreaterThanOrEqual(0.995);
    }
  }, 600_000);

  it('never returns a row that the mask forbids, however near it is, nor one of another workspace', async () => {
    const other = { workspaceId: 'w2' };
    await makeStore('s-theirs', 300, other);
    await makeStore('s-ours', 3000);
    await vectorTables(200).keepUp(signal);
    const index = openIndex(200);
    const theirs = await openAt(index, 's-theirs', other);
    expect(theirs.codesIn).toBe('table');
    // Somebody who names the knowledge base of another workspace has nothing of it.
    const foreign = await openAt(index, 's-theirs');
    expect(foreign.live.count()).toBe(0);
    expect(await foreign.nearest(directionOf(1), RowBits.of([0, 1, 2], 3), 10)).toEqual([]);

    const snapshot = await openAt(index, 's-ours');
    expect(snapshot.codesIn).toBe('table');
    for (const share of [2, 3, 40]) {
      const allowed = RowBits.of(
        snapshot.live.rows().filter((row) => row % share !== 0),
        3000,
      );
      for (let at = 0; at < 40; at += 1) {
        const found = await snapshot.nearest(directionOf(at * share), allowed, 64);
        expect(found).toHaveLength(64);
        expect(found.filter(({ row }) => !allowed.has(row))).toEqual([]);
      }
    }
    expect(await snapshot.nearest(directionOf(3), new RowBits(3000), 64)).toEqual([]);
  }, 300_000);

  it('finds at once what is written, and no more what is deleted', async () => {
    await makeStore('s-life', 1000);
    await vectorTables(500).keepUp(signal);
    const index = openIndex(500);
    expect((await openAt(index, 's-life')).codesIn).toBe('table');
    await addTexts('s-life', 1000, 50);
    expect((await nearest(index, 's-life', directionOf(1020)))[0]).toBe('t1020');
    expect((await nearest(index, 's-life', directionOf(20)))[0]).toBe('t20');
    await vectorTables(500).keepUp(signal);
    expect((await nearest(openIndex(500), 's-life', directionOf(1020)))[0]).toBe('t1020');
    await db
      .transaction()
      .execute((trx) => chunkTextWrites(trx).removeText(scope, 's-life', 'l-s-life', 't20'));
    expect(await nearest(index, 's-life', directionOf(20))).not.toContain('t20');
    const { name } = await db
      .selectFrom('vector_table')
      .select('name')
      .where('storeId', '=', 's-life')
      .executeTakeFirstOrThrow();
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(
      db,
    );
    expect(Number(rows[0]?.count)).toBe(1049);

    // Far too few: compared in memory again, and the table is gone.
    await db.transaction().execute((trx) => chunkTextWrites(trx).remove(scope, 's-life'));
    await addTexts('s-life', 2000, 60);
    await vectorTables(500).keepUp(signal);
    expect((await openAt(index, 's-life')).codesIn).toBe('here');
    expect((await nearest(index, 's-life', directionOf(2020)))[0]).toBe('t2020');
    const gone = await sql<{
      found: string | null;
    }>`select to_regclass(${name}::text)::text as found`.execute(db);
    expect(gone.rows[0]?.found).toBeNull();
  }, 300_000);

  it('goes on where it was killed', async () => {
    await makeStore('s-killed', 3000);
    const script = fileURLToPath(new URL('../../../testing/keep-vector-tables.ts', import.meta.url));
    const child = spawn(process.execPath, [script, url ?? '', '2500'], { stdio: 'inherit' });
    const reached = async () =>
      db.selectFrom('vector_table').selectAll().where('storeId', '=', 's-killed').executeTakeFirst();
    while (((await reached())?.lastSeq ?? 0) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    const half = await reached();
    expect(half?.isReady).toBe(0);
    // Nobody waits for it: until then it is compared in memory.
    const index = openIndex(2500);
    expect((await openAt(index, 's-killed')).codesIn).toBe('here');
    expect((await nearest(index, 's-killed', directionOf(2999)))[0]).toBe('t2999');
    await fresh();
    await vectorTables(2500).keepUp(signal);
    const after = openIndex(2500);
    expect((await openAt(after, 's-killed')).codesIn).toBe('table');
    expect((await nearest(after, 's-killed', directionOf(2999)))[0]).toBe('t2999');
    const { rows } = await sql<{ count: number }>`select count(*) as count
      from ${sql.table(half?.name ?? '')}`.execute(db);
    expect(Number(rows[0]?.count)).toBe(3000);
  }, 300_000);
});
