import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../platform/db/client.ts';
import { createHeavyReads, type HeavyReads } from '../../../platform/db/readers/heavy-reads.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { databases, type EmptyDatabase } from '../../../testing/databases.ts';
import { makeMigratedDatabase } from '../../../testing/migrated-database.ts';
import { chunkTextWrites } from './chunk-texts.store.ts';
import { createKnowledgeIndex, type KnowledgeIndex } from './knowledge-index.ts';
import { putTextVectors } from './put-text-vectors.ts';
import { RowBits } from './row-mask.ts';
import { storeIndexStore } from './store-index.store.ts';

const scope = { workspaceId: 'w1' };
const now = { createdAt: 1, updatedAt: 1 };
const dimensions = 24;
const embedding = 'm';

/** A direction that is the same every time. */
function directionOf(name: string): Float32Array {
  let state = [...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), 17) >>> 0;
  const vector = Float32Array.from({ length: dimensions }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  });
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

describe.each(databases)('the index of knowledge bases on %s', (kind) => {
  let empty: EmptyDatabase;
  let db: Database;
  let reads: HeavyReads;
  const indexes: KnowledgeIndex[] = [];

  beforeAll(async () => {
    empty = await makeMigratedDatabase(kind);
    db = await openDatabase({ ...empty, databasePool: 4 });
    reads = createHeavyReads({ ...empty, databasePool: 4 }, db);
  });
  afterAll(async () => {
    for (const index of indexes) await index.close();
    await reads.close();
    await db.destroy();
    await empty.remove();
  });

  function openIndex(mostBytes = 100_000_000, rowsOnLoop?: number): KnowledgeIndex {
    const index = createKnowledgeIndex({ reads, mostBytes, ...(rowsOnLoop && { rowsOnLoop }) });
    indexes.push(index);
    return index;
  }

  async function makeStore(id: string, names: readonly string[]): Promise<void> {
    const nothing = { embeddingConfig: null, vectorStoreConfig: null, recordManagerConfig: null };
    await db
      .insertInto('document_store')
      .values({ id, ...scope, name: id, description: '', ...nothing, ...now })
      .execute();
    await db
      .insertInto('document_store_loader')
      .values({
        ...{
          id: `l-${id}`,
          storeId: id,
          ...scope,
          loaderId: 'plainText',
          loaderName: '',
          loaderConfig: '{}',
        },
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
    await addTexts(id, names);
  }

  async function addTexts(id: string, names: readonly string[], hasChunks = true): Promise<void> {
    const rows = names.map((hash) => ({ loaderId: `l-${id}`, hash, text: hash, vector: directionOf(hash) }));
    if (hasChunks)
      for (const hash of names)
        await db
          .insertInto('document_chunk')
          .values({
            ...{ id: `${id} ${hash}`, ...scope, storeId: id, loaderId: `l-${id}`, batch: `b-${id}` },
            ...{ chunkNo: Number(hash.replaceAll(/\D/g, '')), hash, editedFrom: null, pageContent: hash },
            metadata: JSON.stringify({
              n: Number(hash.replaceAll(/\D/g, '')),
              tag: hash.length > 2 ? 'long' : ['x'],
            }),
          })
          .execute();
    await db.transaction().execute((trx) => putTextVectors(trx, scope, { storeId: id, embedding }, rows));
  }

  const placeOf = (storeId: string) => ({ ...scope, storeId, embedding });
  const openAt = async (index: KnowledgeIndex, storeId: string) =>
    index.open(placeOf(storeId), await storeIndexStore(db).find(scope, storeId));

  async function nearest(index: KnowledgeIndex, storeId: string, name: string, count: number) {
    const snapshot = await openAt(index, storeId);
    const found = await snapshot.nearest(directionOf(name), snapshot.live, count);
    const texts = await db
      .selectFrom('chunk_text')
      .select(['seq', 'hash'])
      .where(
        'seq',
        'in',
        found.map(({ row }) => snapshot.textOf(row)),
      )
      .execute();
    const names = new Map(texts.map(({ seq, hash }) => [seq, hash]));
    return found.map(({ row }) => names.get(snapshot.textOf(row)));
  }

  const many = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `t${at + from}`);

  it.each([
    ['on the loop', 100_000_000, 1000, 'here'],
    ['in the thread', 100_000_000, 100, 'thread'],
    ['from the database', 1000, 1000, 'database'],
  ] as const)('finds what is nearest %s', async (name, mostBytes, rowsOnLoop, codesIn) => {
    const id = `s-${name}`;
    await makeStore(id, many(600));
    const index = openIndex(mostBytes, rowsOnLoop);
    expect((await openAt(index, id)).codesIn).toBe(codesIn);
    const wanted = many(600)
      .map((one) => ({
        one,
        score: directionOf(one).reduce((sum, value, at) => sum + value * (directionOf('q')[at] ?? 0), 0),
      }))
      .sort((left, right) => right.score - left.score)
      .slice(0, 5)
      .map(({ one }) => one);
    expect(new Set(await nearest(index, id, 'q', 20))).toEqual(
      new Set([...wanted, ...(await nearest(index, id, 'q', 20))]),
    );
    expect(await nearest(index, id, 't77', 1)).toEqual(['t77']);
    const asked = await Promise.all(['t1', 't2', 't3', 't4'].map((one) => nearest(index, id, one, 1)));
    expect(asked.flat()).toEqual(['t1', 't2', 't3', 't4']);
  });

  it('opens nothing to another workspace that names a knowledge base which is open', async () => {
    await makeStore('fenced', ['a1', 'a2']);
    const index = openIndex();
    expect(await nearest(index, 'fenced', 'a1', 1)).toEqual(['a1']);
    const elsewhere = { ...placeOf('fenced'), workspaceId: 'w2' };
    const snapshot = await index.open(elsewhere, await storeIndexStore(db).find(scope, 'fenced'));
    expect(await snapshot.nearest(directionOf('a1'), snapshot.live, 5)).toEqual([]);
  });

  it('hears of what is added, changed and deleted with the next question, and gives back its place', async () => {
    await makeStore('s-life', many(300));
    const index = openIndex(100_000_000, 400);
    expect(await nearest(index, 's-life', 't5', 1)).toEqual(['t5']);
    const before = await openAt(index, 's-life');
    await addTexts('s-life', ['t900']);
    expect(await nearest(index, 's-life', 't900', 1)).toEqual(['t900']);
    // A vector whose text is in no chunk is not found.
    await addTexts('s-life', ['t901'], false);
    expect(await nearest(index, 's-life', 't901', 1)).not.toEqual(['t901']);
    // Who holds the state before is not disturbed.
    expect(before.live.count()).toBe(300);

    await db.transaction().execute(async (trx) => {
      await chunkTextWrites(trx).removeText(scope, 's-life', 'l-s-life', 't5');
    });
    expect(await nearest(index, 's-life', 't5', 1)).not.toEqual(['t5']);
    await db.transaction().execute(async (trx) => {
      await storeIndexStore(trx).count(scope, 's-life', true);
      await trx
        .deleteFrom('document_chunk')
        .where('storeId', '=', 's-life')
        .where('chunkNo', '<', 200)
        .execute();
    });
    expect(await nearest(index, 's-life', 't250', 1)).toEqual(['t250']);
    const after = await openAt(index, 's-life');
    expect(after.live.count()).toBe(101);
    const [held] = await before.nearest(directionOf('t7'), before.live, 1);
    expect(before.textOf(held?.row ?? -1)).toBeGreaterThan(0);

    // Too many for the loop: they move to the thread.
    await addTexts('s-life', many(400, 2000));
    expect((await openAt(index, 's-life')).codesIn).toBe('thread');
    expect(await nearest(index, 's-life', 't2399', 1)).toEqual(['t2399']);
    expect(await nearest(index, 's-life', 't250', 1)).toEqual(['t250']);
  });

  it('makes room for the one that is asked', async () => {
    await makeStore('s-a', many(200));
    await makeStore('s-b', many(200));
    const index = openIndex(150_000);
    await openAt(index, 's-a');
    expect(index.usage().indexes).toBe(1);
    await openAt(index, 's-b');
    expect(index.usage().indexes).toBe(1);
    expect(index.usage().bytes).toBeLessThan(150_000);
    expect(await nearest(index, 's-a', 't3', 1)).toEqual(['t3']);
    index.forget('s-a');
    expect(index.usage()).toEqual({ bytes: 0, indexes: 0 });
  });

  it('knows which rows have which metadata', async () => {
    // More than are read at once.
    const count = 1100;
    await makeStore('s-meta', many(count));
    const snapshot = await openAt(openIndex(), 's-meta');
    const names = async (fits: (values: unknown[]) => boolean) => {
      const bits = await snapshot.rowsWhere(['n', 'tag'], fits);
      return bits.and(snapshot.live).count();
    };
    expect(await names(([n]) => Number(n) < 30)).toBe(30);
    expect(await names(([, tag]) => tag === 'long')).toBe(count - 10);
    expect(await names(([, tag]) => Array.isArray(tag) && tag.includes('x'))).toBe(10);
    expect(await snapshot.rowsWhere(['no "such" field'], ([value]) => value !== undefined)).toEqual(
      new RowBits(count),
    );
  });
});
