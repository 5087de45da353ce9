import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../platform/db/client.ts';
import { migrate } from '../../../platform/db/migrate.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { databases, type EmptyDatabase, makeDatabase } from '../../../testing/databases.ts';
import { openVectorSearch, plainSearch, type VectorSearch } from './vector-search.ts';
import { normalise, vectorStore } from './vectors.store.ts';

const scope = { workspaceId: 'w1' };
const now = { createdAt: 1, updatedAt: 1 };

describe.each(databases)('the search over vectors on %s', (kind) => {
  let empty: EmptyDatabase;
  let db: Database;
  const place = { ...scope, storeId: 's1', embedding: 'm' };

  beforeAll(async () => {
    empty = await makeDatabase(kind);
    db = await openDatabase({ ...empty, databasePool: 4 });
    await migrate(db);
    const store = { name: 'S', description: '', embeddingConfig: null, vectorStoreConfig: null };
    for (const id of ['s1', 's2'])
      await db
        .insertInto('document_store')
        .values({ id, ...scope, ...store, recordManagerConfig: null, ...now })
        .execute();
    for (const [id, storeId] of [
      ['l1', 's1'],
      ['l2', 's2'],
    ] as const)
      await db
        .insertInto('document_store_loader')
        .values({
          id,
          storeId,
          ...scope,
          loaderId: 'plainText',
          loaderName: '',
          loaderConfig: '{}',
          splitterId: '',
          splitterName: '',
          splitterConfig: '{}',
          credential: null,
          source: '',
          files: '[]',
          batch: null,
          totalChunks: 0,
          totalChars: 0,
          isStale: 0,
          error: null,
          chunkRevision: 0,
          vectorRevision: null,
          ...now,
        })
        .execute();
    const row = (hash: string, vector: number[], loaderId = 'l1', embedding = 'm') => ({
      ...scope,
      storeId: loaderId === 'l1' ? 's1' : 's2',
      loaderId,
      hash,
      embedding,
      vector: normalise(vector),
    });
    await vectorStore(db).put([
      row('east', [1, 0, 0]),
      row('north', [0, 1, 0]),
      row('west', [-1, 0, 0]),
      row('north-east', [1, 1, 0]),
      row('other model', [1, 0, 0], 'l1', 'n'),
      row('other store', [1, 0, 0], 'l2'),
    ]);
    const many = Array.from({ length: 2500 }, (_, index) => row(`up ${index}`, [0.0001 * index, 0, -1]));
    await vectorStore(db).put(many);
  });
  afterAll(async () => {
    await db.destroy();
    await empty.remove();
  });

  const engines = (): Promise<VectorSearch[]> => openVectorSearch(db).then((best) => [best, plainSearch(db)]);

  it('uses what the database brings along', async () => {
    const { engine } = await openVectorSearch(db);
    if (kind === 'sqlite') expect(engine).toBe('sqlite-vec');
    else expect(['pgvector', 'plain']).toContain(engine);
  });

  it('finds the nearest by cosine, of one store and one model, the same way with and without an extension', async () => {
    for (const search of await engines()) {
      const found = await search.nearest(place, normalise([2, 0.1, 0]), 2506);
      expect(found.slice(0, 2).map(({ hash }) => hash)).toEqual(['east', 'north-east']);
      expect(found[0]?.score).toBeCloseTo(2 / Math.hypot(2, 0.1), 5);
      expect(found.at(-1)).toMatchObject({ hash: 'west', loaderId: 'l1' });
      expect(found.at(-1)?.score).toBeCloseTo(-2 / Math.hypot(2, 0.1), 5);
      expect(found).toHaveLength(2504);
      expect(await search.nearest({ ...place, workspaceId: 'w2' }, normalise([1, 0, 0]), 5)).toEqual([]);
    }
  });

  it('gives a question that has no direction nothing better than 0', async () => {
    for (const search of await engines()) {
      const found = await search.nearest(place, normalise([0, 0, 0]), 3);
      expect(found.map(({ score }) => score)).toEqual([0, 0, 0]);
    }
  });

  // PostgreSQL has no such switch.
  if (kind === 'sqlite') {
    it('leaves the loading of extensions switched off', async () => {
      const { sql } = await import('kysely');
      await expect(sql`select load_extension('vec0')`.execute(db)).rejects.toThrow();
    });
  }
});
