import type { FoundChunk } from '@tendril/contract/api/document-store-vectors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { studio } from '../../../testing/flow-fixtures.ts';
import { KnowledgeDriver } from '../../../testing/knowledge-driver.ts';
import { formOf } from '../../../testing/send-form.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { storeIndexStore } from '../index/public.ts';

const sections = 700;

/** Sections whose text says of which version they are. */
const versionOf = (version: string) =>
  Array.from(
    { length: sections },
    (_, at) => `## Part ${at}\n\nThe harbour of ${version} has berth ${at}.`,
  ).join('\n\n');

describe.each(databases)('large files on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let driver: KnowledgeDriver;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
    driver = new KnowledgeDriver(user);
  });
  afterAll(() => app.close());

  const put = async (storeId: string, loaderId: string, content: string): Promise<void> => {
    const url = `${studio}/document-store/loader/${storeId}/${loaderId}/files`;
    const form = await formOf([{ name: 'harbour.md', content }], { keys: '["harbour.md"]' });
    const answer = await user.inject({ method: 'POST', url, ...form });
    for (const { id } of answer.json<{ jobs: { id: string }[] }>().jobs)
      expect((await driver.ended(id)).state).toBe('done');
  };
  const chunksOf = (loaderId: string) =>
    app.infrastructure.db
      .selectFrom('document_chunk')
      .select(['pageContent', 'chunkNo', 'batch', 'edition'])
      .where('loaderId', '=', loaderId)
      .orderBy('chunkNo')
      .execute();
  const find = async (storeId: string) =>
    (
      await driver.call<{ docs: FoundChunk[] }>('POST', 'vectorstore/query', {
        ...{ storeId, query: 'which berth has the harbour', topK: 20 },
      })
    ).docs.map(({ pageContent }) => /of (\w+) has/.exec(pageContent)?.[1]);

  async function filled(): Promise<{ id: string; loaderId: string }> {
    const { id } = await driver.makeStore();
    const value = await driver.upload(id, [{ name: 'harbour.md', content: versionOf('spring') }]);
    const rest = {
      splitterId: 'recursiveCharacterTextSplitter',
      splitterConfig: { chunkSize: 70, chunkOverlap: 0 },
    };
    const loader = await driver.saveLoader(id, 'fileLoader', { file: value }, rest);
    await driver.process(id, loader.id);
    await driver.call('POST', 'vectorstore/insert', { storeId: id });
    return { id, loaderId: loader.id };
  }

  it('are found as they were or as they are now at every moment, never half', async () => {
    const { id, loaderId } = await filled();
    const before = await chunksOf(loaderId);
    expect(before.length).toBeGreaterThan(600);
    const seen: string[] = [];
    let isOver = false;
    const asking = (async () => {
      while (!isOver) {
        const versions = new Set(await find(id));
        seen.push([...versions].join('+'));
        expect(versions.size).toBe(1);
      }
    })();
    await expect.poll(() => seen.length).toBeGreaterThan(1);
    await put(id, loaderId, versionOf('autumn'));
    isOver = true;
    await asking;
    expect(new Set(await find(id))).toEqual(new Set(['autumn']));
    expect(seen.filter((versions) => versions === 'spring').length).toBeGreaterThan(1);
    // Once the new one was found, the old one never is again.
    expect(seen.lastIndexOf('spring')).toBeLessThan(
      seen.includes('autumn') ? seen.indexOf('autumn') : seen.length,
    );
    const { db } = app.infrastructure;
    const after = await chunksOf(loaderId);
    expect(after.filter(({ pageContent }) => pageContent.includes('spring'))).toEqual([]);
    expect(after).toHaveLength(before.length);
    expect(await db.selectFrom('hidden_edition').selectAll().execute()).toEqual([]);
    const texts = await db.selectFrom('chunk_text').select('hash').where('loaderId', '=', loaderId).execute();
    expect(texts.length).toBe(new Set(after.map(({ pageContent }) => pageContent)).size);
    expect((await driver.readStore(id)).loaders[0]).toMatchObject({
      ...{ totalChunks: before.length, vectorStatus: 'UPSERTED' },
    });
  }, 120_000);

  it('leave nothing behind when the removal of what they replaced was interrupted', async () => {
    const { id, loaderId } = await filled();
    const { db } = app.infrastructure;
    const [file] = await db
      .selectFrom('document_file')
      .selectAll()
      .where('loaderId', '=', loaderId)
      .execute();
    if (!file) throw new Error('There is no file.');
    const rows = await db.selectFrom('document_chunk').selectAll().where('loaderId', '=', loaderId).execute();
    // As a stop leaves it: an edition that nobody finds, of which some chunks are there still.
    const left = rows.slice(0, 300).map((row) => ({
      ...{ ...row, id: `${row.id} old`, chunkNo: Number(row.chunkNo) + 100_000, edition: 'old' },
      pageContent: row.pageContent.replace('spring', 'winter'),
    }));
    const { workspaceId } = file;
    const place = { workspaceId, storeId: id, loaderId, fileId: file.id, jobId: null };
    await db
      .insertInto('hidden_edition')
      .values({ edition: 'old', ...place })
      .execute();
    for (const row of left) await db.insertInto('document_chunk').values(row).execute();
    await db.transaction().execute((trx) => storeIndexStore(trx).count({ workspaceId }, id, true));
    expect(new Set(await find(id))).toEqual(new Set(['spring']));
    const { count } = await driver.call<{ count: number }>('GET', `chunks/${id}/${loaderId}/1`);
    expect(count).toBe(rows.length);
    await driver.process(id, loaderId);
    expect(await chunksOf(loaderId)).toHaveLength(rows.length);
    expect(await db.selectFrom('hidden_edition').selectAll().execute()).toEqual([]);
    await driver.call('POST', `loader/${id}/${loaderId}/files/remove`, { ids: [file.id] });
    expect(await chunksOf(loaderId)).toEqual([]);
    expect(await db.selectFrom('hidden_edition').selectAll().execute()).toEqual([]);
    expect((await driver.readStore(id)).loaders[0]).toMatchObject({ totalChunks: 0 });
  }, 120_000);
});
