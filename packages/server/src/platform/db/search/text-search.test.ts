import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { insertMany } from '../insert-many.ts';
import { holdsText, mayHold } from './text-match.ts';

const chunk = (id: string, pageContent: string, chunkNo: number) => ({
  ...{ id, workspaceId: 'w1', storeId: 's', loaderId: 'l', batch: 'b', chunkNo, hash: id },
  ...{ editedFrom: null, pageContent, metadata: '{}' },
});

describe.each(databases)('search by text on %s', (database) => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp({ database });
    const { db } = test.infrastructure;
    const stamps = { workspaceId: 'w1', createdAt: 1, updatedAt: 1 };
    const configs = { embeddingConfig: null, vectorStoreConfig: null, recordManagerConfig: null };
    await insertMany(db, 'document_store', [{ ...stamps, ...configs, id: 's', name: '', description: '' }]);
    const loader = { loaderId: '', loaderName: '', loaderConfig: '{}', source: '', files: '[]', batch: 'b' };
    const splitter = {
      splitterId: '',
      splitterName: '',
      splitterConfig: '{}',
      credential: null,
      error: null,
    };
    const counts = { totalChunks: 4, totalChars: 9, chunkRevision: 1, vectorRevision: null };
    await insertMany(db, 'document_store_loader', [
      { ...stamps, ...loader, ...splitter, ...counts, id: 'l', storeId: 's', isStale: 0 as const },
    ]);
    await insertMany(db, 'document_chunk', [
      chunk('a', 'Where is my parcel? 100%_sure: it said "on its way"', 1),
      chunk('b', 'A PARCEL of land', 2),
      chunk('c', 'Ölwechsel für das Auto, 漢字です', 3),
      chunk('d', "it's", 4),
    ]);
  });
  afterAll(() => test.close());

  const find = async (search: string) => {
    const { db } = test.infrastructure;
    const rows = db.selectFrom('document_chunk').select('id').where('workspaceId', '=', 'w1').orderBy('id');
    const indexed = mayHold(db, 'chunk', sql.ref('document_chunk.id'), search);
    const narrowed = indexed ? rows.where(indexed) : rows;
    return (await narrowed.where(holdsText('pageContent', search)).execute()).map(({ id }) => id).join('');
  };
  const finds = async () => {
    expect(await find('parcel')).toBe('ab');
    expect(await find('PARCEL OF')).toBe('b');
    expect(await find('100%_S')).toBe('a');
    expect(await find('said "on')).toBe('a');
    expect(await find('Ölwechsel')).toBe('c');
    expect(await find('漢字で')).toBe('c');
    expect(await find("it's")).toBe('d');
    expect(await find('it')).toBe('ad');
    expect(await find('where is my parcel? 100%_sure: it said "on its way')).toBe('a');
    expect(await find('parcels')).toBe('');
    expect(await find('%')).toBe('a');
  };

  it('finds what was written just now', finds);

  it('finds the same once it has been indexed, and follows changes and removals', async () => {
    const { db, texts } = test.infrastructure;
    await texts.catchUp();
    expect(await db.selectFrom('flow_change').selectAll().execute()).toEqual([]);
    await finds();
    await db
      .updateTable('document_chunk')
      .set({ pageContent: 'now a letter' })
      .where('id', '=', 'b')
      .execute();
    expect([await find('parcel'), await find('letter')]).toEqual(['a', 'b']);
    await texts.catchUp();
    expect([await find('parcel'), await find('letter')]).toEqual(['a', 'b']);
    await db.deleteFrom('document_chunk').where('id', '=', 'a').execute();
    expect([await find('parcel'), await find('letter')]).toEqual(['', 'b']);
    await texts.catchUp();
    expect(await find('letter')).toBe('b');
  });

  if (database === 'sqlite')
    it('keeps nothing of a text that is gone', async () => {
      const { db, texts } = test.infrastructure;
      await db.deleteFrom('document_chunk').execute();
      await texts.catchUp();
      const { rows } = await sql`select rowid from chunk_search where chunk_search match '"let"'`.execute(db);
      expect(rows).toEqual([]);
      expect((await sql`select * from search_document`.execute(db)).rows).toEqual([]);
      expect(await db.selectFrom('search_pending').selectAll().execute()).toEqual([]);
    });
  else
    it('asks the index of the extension, where the server offers it', async () => {
      const { db } = test.infrastructure;
      const { rows } = await sql<{ name: string }>`select indexname as name from pg_indexes
        where indexname like '%_search_%' order by 1`.execute(db);
      const { rows: offered } =
        await sql`select 1 from pg_available_extensions where name = 'pg_trgm'`.execute(db);
      expect(rows).toHaveLength(offered.length > 0 ? 6 : 0);
    });

  if (database === 'postgres')
    it('asks an index for texts that most rows have not', async () => {
      const plans = async (table: 'chat_message' | 'run', column: string) =>
        test.infrastructure.db.transaction().execute(async (trx) => {
          // So few rows would be read one after the other.
          await sql`set local enable_seqscan = off`.execute(trx);
          const { rows } = await sql<{ 'QUERY PLAN': string }>`explain
          select 1 from ${sql.table(table)} where ${holdsText(column, 'ada@example')}`.execute(trx);
          return rows.map((row) => row['QUERY PLAN']).join('\n');
        });
      expect(await plans('chat_message', 'leadEmail')).toContain('message_search_leademail');
      expect(await plans('run', 'answer')).toContain('run_search_answer');
    });
});
