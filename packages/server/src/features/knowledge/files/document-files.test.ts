import { makeDocx } from '@tendril/catalogue/testing/make-docx';
import type { listDocumentFiles, uploadDocumentFiles } from '@tendril/contract/api/document-files';
import type { FoundChunk } from '@tendril/contract/api/document-store-vectors';
import type { StoreLoader } from '@tendril/contract/api/document-stores';
import type { Answer } from '@tendril/contract/api/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { type EmbeddingServer, startEmbeddingServer } from '../../../testing/embedding-server.ts';
import { studio } from '../../../testing/flow-fixtures.ts';
import { KnowledgeDriver } from '../../../testing/knowledge-driver.ts';
import { formOf } from '../../../testing/send-form.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

type FileList = Answer<typeof listDocumentFiles>;
type Uploaded = Answer<typeof uploadDocumentFiles>;

const structure = { splitterId: 'structureTextSplitter', splitterConfig: {} };
const notes = [
  { name: 'boats.md', content: 'Boats go to the north harbour at nine.' },
  { name: 'broken.docx', content: makeDocx(['x']).subarray(0, 300) },
  { name: 'lamps.md', content: 'The lamp in the attic is green.' },
];

describe.each(databases)('files of a loader on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let driver: KnowledgeDriver;
  let vendor: EmbeddingServer;

  beforeAll(async () => {
    vendor = await startEmbeddingServer();
    app = await createTestApp({ database, config: { egressAllow: [vendor.host] } });
    user = await app.signIn();
    driver = new KnowledgeDriver(user);
  });
  afterAll(async () => {
    await app.close();
    await vendor.close();
  });

  const filesOf = (loaderId: string) =>
    app.infrastructure.db
      .selectFrom('document_file')
      .selectAll()
      .where('loaderId', '=', loaderId)
      .orderBy('position')
      .execute();
  const chunksOf = (loaderId: string) =>
    app.infrastructure.db
      .selectFrom('document_chunk')
      .select(['pageContent', 'fileId', 'chunkNo', 'batch'])
      .where('loaderId', '=', loaderId)
      .orderBy('chunkNo')
      .execute();
  const find = async (storeId: string, query: string) =>
    (await driver.call<{ docs: FoundChunk[] }>('POST', 'vectorstore/query', { storeId, query, topK: 1 }))
      .docs[0]?.pageContent;

  const embedding = () => ({
    embeddingName: 'openAIEmbeddings',
    embeddingConfig: { modelName: 'text-embedding-3-small', basepath: vendor.url },
  });

  async function filled(files = notes): Promise<{ id: string; loader: StoreLoader }> {
    const { id } = await driver.makeStore();
    const value = await driver.upload(id, files);
    const loader = await driver.saveLoader(id, 'fileLoader', { file: value }, structure);
    return { id, loader };
  }

  it('are searchable at once where the upload asks for it, also in a source that was empty before', async () => {
    const { id } = await driver.makeStore();
    const loader = await driver.saveLoader(id, 'fileLoader', { file: 'FILE-STORAGE::[]' }, structure);
    const url = `${studio}/document-store/loader/${id}/${loader.id}/files`;
    const keys = JSON.stringify(['house/boats.md', 'house/attic/lamps.md']);
    const texts = notes.filter(({ name }) => name.endsWith('.md'));
    const form = await formOf(texts, { keys, upsert: 'true' });
    const answer = await user.inject({ method: 'POST', url, ...form });
    expect(answer.statusCode, answer.body).toBe(200);
    for (const { id: jobId } of answer.json<Uploaded>().jobs) await driver.ended(jobId);
    expect((await filesOf(loader.id)).map(({ key, state }) => [key, state])).toEqual([
      ['house/boats.md', 'embedded'],
      ['house/attic/lamps.md', 'embedded'],
    ]);
    expect(await find(id, 'colour of the lamp')).toContain('green');
    const room = await driver.call<object>('GET', 'intake-room');
    expect(room).toEqual({ fileBytes: expect.any(Number), bytesLeft: null, chunksLeft: null });
  });

  it('have a row each; one that cannot be read says why, and the others are found', async () => {
    const { id, loader } = await filled();
    expect((await driver.process(id, loader.id)).state).toBe('done');
    const rows = await filesOf(loader.id);
    expect(rows.map(({ key, state }) => [key, state])).toEqual([
      ['boats.md', 'chunked'],
      ['broken.docx', 'failed'],
      ['lamps.md', 'chunked'],
    ]);
    expect(rows[1]?.error).toMatch(/^It cannot be read as a Word document/);
    expect(rows[0]).toMatchObject({ chunks: 1, attempts: 0, jobId: null });
    expect(rows[0]?.contentHash).toMatch(/^[0-9a-f]{64}$/);
    const chunks = await chunksOf(loader.id);
    expect(chunks.map(({ fileId, chunkNo }) => [fileId, chunkNo])).toEqual([
      [rows[0]?.id, 1],
      [rows[2]?.id, 2],
    ]);
    const read = (await driver.readStore(id)).loaders[0];
    expect(read).toMatchObject({ totalChunks: 2, status: 'SYNC', error: null });
    expect(read?.problem).toMatch(/^"broken\.docx": it cannot be read as a Word document/);
    await driver.call('POST', 'vectorstore/insert', { storeId: id });
    expect((await filesOf(loader.id)).map(({ state }) => state)).toEqual(['embedded', 'failed', 'embedded']);
    expect(await find(id, 'colour of the lamp')).toBe('The lamp in the attic is green.');
  });

  it('are read again without embedding anything that is known', async () => {
    const { id, loader } = await filled();
    await driver.process(id, loader.id);
    await driver.call('POST', 'vectorstore/insert', { storeId: id, ...embedding() });
    const before = vendor.asked.length;
    expect((await driver.process(id, loader.id)).state).toBe('done');
    expect(vendor.asked).toHaveLength(before);
    expect((await driver.readStore(id)).loaders[0]).toMatchObject({
      totalChunks: 2,
      vectorStatus: 'UPSERTED',
    });
    expect((await filesOf(loader.id)).map(({ state }) => state)).toEqual(['embedded', 'failed', 'embedded']);
    expect(await chunksOf(loader.id)).toHaveLength(2);
    expect(await find(id, 'colour of the lamp')).toBe('The lamp in the attic is green.');
  });

  const filesPath = (storeId: string, loaderId: string) => `loader/${storeId}/${loaderId}/files`;
  type Sent = readonly { name: string; content: string | Buffer }[];
  async function upload(storeId: string, loaderId: string, files: Sent): Promise<Uploaded> {
    const keys = JSON.stringify(files.map(({ name }) => name));
    const url = `${studio}/document-store/${filesPath(storeId, loaderId)}`;
    const answer = await user.inject({ method: 'POST', url, ...(await formOf(files, { keys })) });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json<Uploaded>();
  }
  async function send(storeId: string, loaderId: string, files: Sent): Promise<Uploaded> {
    const uploaded = await upload(storeId, loaderId, files);
    for (const { id } of uploaded.jobs) expect((await driver.ended(id)).state).toBe('done');
    return uploaded;
  }

  it('are added by their paths, replaced by the same path, read again and deleted', async () => {
    const { id, loader } = await filled();
    await driver.process(id, loader.id);
    await driver.call('POST', 'vectorstore/insert', { storeId: id, ...embedding() });
    const folder = [
      { name: 'harbour/rules.md', content: 'Nets are mended on Mondays.' },
      { name: 'attic/rules.md', content: 'The chest in the attic is locked.' },
      { name: 'attic/lie.pdf', content: 'no PDF at all' },
    ];
    const sent = await send(id, loader.id, folder);
    expect(sent).toMatchObject({ added: 2, replaced: 0, unchanged: 0 });
    expect(sent.refused).toEqual([
      { key: 'attic/lie.pdf', message: expect.stringContaining('does not match') },
    ]);
    expect(await find(id, 'nets mended')).toBe('Nets are mended on Mondays.');
    const before = vendor.asked.length;
    expect(await send(id, loader.id, folder.slice(0, 1))).toMatchObject({
      added: 0,
      replaced: 0,
      unchanged: 1,
    });
    expect(vendor.asked).toHaveLength(before);
    const newer = [{ name: 'harbour/rules.md', content: 'Nets are mended on Fridays.' }];
    expect(await send(id, loader.id, newer)).toMatchObject({ added: 0, replaced: 1 });
    expect(await find(id, 'nets mended')).toBe('Nets are mended on Fridays.');
    const texts = (await chunksOf(loader.id)).map(({ pageContent }) => pageContent);
    expect(texts).not.toContain('Nets are mended on Mondays.');
    const list = await driver.call<FileList>('GET', `${filesPath(id, loader.id)}?state=failed`);
    expect(list.data.map(({ key }) => key)).toEqual(['broken.docx', 'attic/lie.pdf']);
    expect(list.counts.find(({ state }) => state === 'embedded')?.files).toBe(4);
    await send(id, loader.id, [{ name: 'broken.docx', content: makeDocx(['The pier is made of oak.']) }]);
    expect(await find(id, 'what is the pier made of')).toBe('The pier is made of oak.');
    const again = await driver.call<{ queued: number; jobs: { id: string }[] }>(
      'POST',
      `${filesPath(id, loader.id)}/retry`,
      {},
    );
    expect(again.queued).toBe(1);
    for (const job of again.jobs) await driver.ended(job.id);
    const all = await driver.call<FileList>('GET', `${filesPath(id, loader.id)}?limit=2`);
    expect(all.data).toHaveLength(2);
    const rest = await driver.call<FileList>(
      'GET',
      `${filesPath(id, loader.id)}?limit=500&cursor=${encodeURIComponent(all.next ?? '')}`,
    );
    expect(rest.next).toBeNull();
    const tooLarge = await driver.send('GET', `${filesPath(id, loader.id)}?cursor=9999999999%20${id}`);
    expect([tooLarge.statusCode, tooLarge.body]).toEqual([400, expect.stringContaining('cursor')]);
    expect([...all.data, ...rest.data].map(({ key }) => key)).toEqual([
      ...notes.map(({ name }) => name),
      'harbour/rules.md',
      'attic/rules.md',
      'attic/lie.pdf',
    ]);
    const ids = [...all.data, ...rest.data].flatMap((file) =>
      file.key.startsWith('harbour/') ? [file.id] : [],
    );
    expect(await driver.call('POST', `${filesPath(id, loader.id)}/remove`, { ids })).toEqual({ removed: 1 });
    expect(await find(id, 'nets mended')).not.toContain('Nets');
    const [read] = (await driver.readStore(id)).loaders;
    expect(read).toMatchObject({ totalChunks: 4, vectorStatus: 'UPSERTED' });
    expect(read?.files.map(({ name }) => name)).not.toContain('harbour/rules.md');
    const [other, nobody] = [await filled(), `${filesPath(id, loader.id)}x`];
    for (const path of [filesPath(other.id, loader.id), nobody])
      expect((await driver.send('GET', path)).statusCode).toBe(404);
  });

  it('are read as they are last: a replacement that comes while the one before is read is not lost', async () => {
    const { id, loader } = await filled([{ name: 'tides.md', content: 'The tide is high at noon.' }]);
    await driver.process(id, loader.id);
    await driver.call('POST', 'vectorstore/insert', { storeId: id, ...embedding() });
    vendor.hold(({ input }) => input.some((text) => text.includes('at one')));
    const first = await upload(id, loader.id, [{ name: 'tides.md', content: 'The tide is high at one.' }]);
    await expect.poll(() => vendor.asked.some(({ input }) => input.join().includes('at one'))).toBe(true);
    const second = await upload(id, loader.id, [{ name: 'tides.md', content: 'The tide is high at two.' }]);
    expect(second).toMatchObject({ replaced: 1 });
    vendor.release();
    for (const job of [...first.jobs, ...second.jobs]) await driver.ended(job.id);
    await expect
      .poll(async () => (await filesOf(loader.id)).map(({ state, jobId }) => [state, jobId]))
      .toEqual([['embedded', null]]);
    expect((await chunksOf(loader.id)).map(({ pageContent }) => pageContent)).toEqual([
      'The tide is high at two.',
    ]);
    expect(await find(id, 'when is the tide high')).toBe('The tide is high at two.');
    expect((await driver.readStore(id)).loaders[0]).toMatchObject({ totalChunks: 1 });
  });

  it('are each one row with a reason however many of them are damaged', async () => {
    const damaged = Array.from({ length: 30 }, (_, at) => ({
      name: `damaged/${at}.docx`,
      content: makeDocx([`Number ${at}`]).subarray(0, 60 + at),
    }));
    const { id, loader } = await filled();
    await driver.process(id, loader.id);
    for (let start = 0; start < damaged.length; start += 20)
      await send(id, loader.id, damaged.slice(start, start + 20));
    const list = await driver.call<FileList>(
      'GET',
      `${filesPath(id, loader.id)}?state=failed&search=damaged/&limit=500`,
    );
    expect(list.data).toHaveLength(30);
    for (const { error, chunks } of list.data)
      expect([chunks, error]).toEqual([0, expect.stringMatching(/\w{3}/)]);
    expect((await chunksOf(loader.id)).map(({ pageContent }) => pageContent)).toEqual([
      notes[0]?.content,
      notes[2]?.content,
    ]);
  }, 180_000);

  it('are listed and counted only for who may read them, where access lists decide', async () => {
    const { id, loader } = await filled();
    await driver.process(id, loader.id);
    const url = `${studio}/document-store/${id}/access`;
    const [boats] = await filesOf(loader.id);
    const lists = [
      { loaderId: loader.id, list: ['user:somebody@example.com'] },
      { loaderId: loader.id, fileIds: [boats?.id], list: ['workspace'] },
    ];
    const changed = await user.inject({ method: 'PUT', url, payload: { audience: 'restricted', lists } });
    expect(changed.statusCode, changed.body).toBe(200);
    const shown = await driver.call<FileList>('GET', filesPath(id, loader.id));
    expect(shown.data.map(({ key }) => key)).toEqual(['boats.md']);
    expect(shown.counts.reduce((sum, { files }) => sum + files, 0)).toBe(1);
  });

  it('take over the chunks of the release before, which name no file', async () => {
    const { id, loader } = await filled([notes[0], notes[2]].flatMap((file) => file ?? []));
    await driver.process(id, loader.id);
    const { db } = app.infrastructure;
    await db.updateTable('document_chunk').set({ fileId: null }).where('loaderId', '=', loader.id).execute();
    await db.deleteFrom('document_file').where('loaderId', '=', loader.id).execute();
    await driver.process(id, loader.id);
    const rows = await filesOf(loader.id);
    const chunks = await chunksOf(loader.id);
    expect(chunks.map(({ fileId }) => fileId)).toEqual(rows.map((row) => row.id));
    expect((await driver.readStore(id)).loaders[0]).toMatchObject({ totalChunks: 2 });
  });
});
