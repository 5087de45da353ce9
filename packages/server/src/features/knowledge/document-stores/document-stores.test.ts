import { makeDocx } from '@tendril/catalogue/testing/make-docx';
import { makePdf } from '@tendril/catalogue/testing/make-pdf';
import type { FoundChunk, StoreUpsertResult } from '@tendril/contract/api/document-store-vectors';
import { builtInVectorStore, defaultEmbeddings } from '@tendril/contract/api/document-store-vectors';
import type { DocumentStoreSummary, StoreChunk, StoreLoader } from '@tendril/contract/api/document-stores';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { KnowledgeDriver, smallChunks } from '../../../testing/knowledge-driver.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

interface Page {
  chunks: StoreChunk[];
  count: number;
  characters: number;
}
interface Found {
  timeTaken: number;
  docs: FoundChunk[];
  misses: FoundChunk[];
}

const rules = [
  'The house opens at nine in the morning and closes at six.',
  'Dogs are welcome in the garden but not in the kitchen.',
  'The password of the guest network is written at the door.',
].join('\n\n');

describe.each(databases)('knowledge bases on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let driver: KnowledgeDriver;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
    driver = new KnowledgeDriver(user);
  });
  afterAll(() => app.close());

  const chunksOf = (storeId: string, loaderId = 'all', pageNo = 1, search = '') =>
    driver.call<Page>('GET', `chunks/${storeId}/${loaderId}/${pageNo}?search=${encodeURIComponent(search)}`);
  const insert = (storeId: string) =>
    driver.call<StoreUpsertResult>('POST', 'vectorstore/insert', {
      storeId,
      embeddingName: defaultEmbeddings,
    });
  const query = (storeId: string, body: object) =>
    driver.call<Found>('POST', 'vectorstore/query', { storeId, ...body });
  const counters = ({ numAdded, numUpdated, numSkipped, numDeleted }: StoreUpsertResult) => [
    numAdded,
    numUpdated,
    numSkipped,
    numDeleted,
  ];

  it('PRODUCT-05, ROUTES-19: are made, listed, renamed and deleted', async () => {
    const { id } = await driver.makeStore('First');
    await driver.call('PUT', `store/${id}`, { name: 'Renamed' });
    const list = await driver.call<DocumentStoreSummary[]>('GET', 'store');
    expect(list.find((store) => store.id === id)).toMatchObject({
      name: 'Renamed',
      description: 'What to know',
      status: 'EMPTY',
      totalLoaders: 0,
      whereUsed: [],
    });
    await driver.call('DELETE', `store/${id}`);
    expect((await driver.send('GET', `store/${id}`)).statusCode).toBe(404);
  });

  it('go from a source to an answer, with honest states on the way', async () => {
    const { id } = await driver.makeStore();
    const loader = await driver.saveLoader(id, 'plainText', { text: rules }, smallChunks);
    expect([loader.status, loader.vectorStatus, (await driver.readStore(id)).status]).toEqual([
      'NEW',
      'NONE',
      'NEW',
    ]);

    const processed = await driver.process(id, loader.id);
    expect(processed).toMatchObject({ state: 'done', result: { totalChunks: 3 } });
    const synced = await driver.readStore(id);
    expect(synced).toMatchObject({ status: 'SYNC', totalChunks: 3, totalChars: rules.length - 4 });

    expect(counters(await insert(id))).toEqual([3, 0, 0, 0]);
    expect((await driver.readStore(id)).status).toBe('UPSERTED');
    expect(counters(await insert(id))).toEqual([0, 0, 3, 0]);

    const found = await query(id, { query: 'May dogs go into the garden?', topK: 1 });
    expect(found.docs.map((chunk) => chunk.pageContent)).toEqual([
      expect.stringContaining('Dogs are welcome'),
    ]);
    expect(found.docs[0]).toMatchObject({ chunkNo: 2, docId: loader.id, storeId: id });
    expect(found.docs[0]?.score).toBeGreaterThan(found.misses[0]?.score ?? 1);
    expect(found.misses).toHaveLength(2);
    expect(found.timeTaken).toBeGreaterThan(0);
    const strict = await query(id, { query: 'May dogs go into the garden?', minScore: 0.999 });
    expect([strict.docs.length, strict.misses.length]).toEqual([0, 3]);
  });

  it('edit and delete chunks; an edited one is found again after the next upsert, as updated', async () => {
    const { id } = await driver.makeStore();
    const loader = await driver.saveLoader(id, 'plainText', { text: rules }, smallChunks);
    await driver.process(id, loader.id);
    await insert(id);
    const [first, second] = (await chunksOf(id, loader.id)).chunks;
    const place = (chunk: StoreChunk | undefined) => `chunks/${id}/${loader.id}/${chunk?.id}`;
    const pageContent = 'Cats are asked to ring the bell.';
    await driver.call('PUT', place(first), { pageContent, metadata: { source: 'desk', floor: 2 } });
    expect((await driver.readStore(id)).status).toBe('STALE');
    expect(JSON.stringify(await query(id, { query: 'cats ring the bell' }))).not.toContain('Cats');
    expect(counters(await insert(id))).toEqual([0, 1, 2, 0]);
    const found = await query(id, { query: 'cats ring the bell', topK: 1 });
    expect(found.docs[0]).toMatchObject({ pageContent, metadata: { source: 'desk', floor: 2 } });
    const texts = (await query(id, { query: 'opens at nine' })).docs.map((chunk) => chunk.pageContent);
    expect(texts.join()).not.toContain('opens at nine');

    await driver.call('DELETE', place(second));
    const left = await chunksOf(id);
    expect(left.chunks.map((chunk) => chunk.chunkNo)).toEqual([1, 3]);
    expect(await driver.readStore(id)).toMatchObject({ status: 'UPSERTED', totalChunks: 2 });
    expect(JSON.stringify(await query(id, { query: 'dogs in the garden' }))).not.toContain('Dogs');
    expect((await driver.send('PUT', place(second), { pageContent: 'x', metadata: {} })).statusCode).toBe(
      404,
    );
    expect(
      (await driver.send('PUT', place(first), { pageContent: ' ', metadata: {} })).json().details[0].path,
    ).toBe('pageContent');
  });

  it('delete many chunks of several sources at once: those that were named, and no others', async () => {
    const { id } = await driver.makeStore();
    for (const text of [rules, `${rules}\n\nBreakfast is served on the roof.`]) {
      const { id: loaderId } = await driver.saveLoader(id, 'plainText', { text }, smallChunks);
      await driver.process(id, loaderId);
    }
    await insert(id);
    const listed = await driver.call<{ ids: string[]; isAll: boolean }>(
      'GET',
      `chunk-ids/${id}/all?search=o`,
    );
    const all = (await chunksOf(id)).chunks;
    expect(listed).toEqual({ ids: all.map((chunk) => chunk.id), isAll: true });
    const some = await driver.call('GET', `chunk-ids/${id}/all?limit=2`);
    expect(some).toEqual({ ids: listed.ids.slice(0, 2), isAll: false });

    const dogs = all.filter(({ pageContent }) => pageContent.includes('Dogs')).map((chunk) => chunk.id);
    const breakfast = all.find(({ pageContent }) => pageContent.includes('Breakfast'))?.id ?? '';
    const removal = { ids: [...dogs, breakfast, 'gone-already', breakfast] };
    expect(await driver.call('POST', `chunks/${id}/remove`, removal)).toEqual({ removed: 3 });
    expect((await chunksOf(id)).chunks.map((chunk) => chunk.id)).toEqual(
      listed.ids.filter((one) => !removal.ids.includes(one)),
    );
    expect(await driver.readStore(id)).toMatchObject({ status: 'UPSERTED', totalChunks: 4 });
    expect(JSON.stringify(await query(id, { query: 'dogs in the garden, breakfast' }))).not.toMatch(
      /Dogs|Breakfast/,
    );
    expect(JSON.stringify(await query(id, { query: 'password of the guest network' }))).toContain('password');

    const other = new KnowledgeDriver(await makeKey(app));
    const left = { ids: (await chunksOf(id)).chunks.map((chunk) => chunk.id) };
    expect((await other.send('POST', `chunks/${id}/remove`, left)).statusCode).toBe(404);
    expect((await other.send('GET', `chunk-ids/${id}/all`)).statusCode).toBe(404);
    const { id: elsewhere } = await driver.makeStore();
    expect(await driver.call('POST', `chunks/${elsewhere}/remove`, left)).toEqual({ removed: 0 });
    expect((await driver.send('POST', `chunks/${id}/remove`, { ids: [] })).statusCode).toBe(400);
    expect((await chunksOf(id)).count).toBe(4);
  });

  it('count what a changed source adds and deletes, and leave the rest alone', async () => {
    const { id } = await driver.makeStore();
    const loader = await driver.saveLoader(id, 'plainText', { text: rules }, smallChunks);
    await driver.process(id, loader.id);
    await insert(id);
    const text = `${rules.split('\n\n').slice(1).join('\n\n')}\n\nBreakfast is served on the roof.`;
    const changed = await driver.saveLoader(id, 'plainText', { text }, { ...smallChunks, id: loader.id });
    expect([changed.id, changed.status, (await driver.readStore(id)).status]).toEqual([
      loader.id,
      'STALE',
      'STALE',
    ]);
    await driver.process(id, loader.id);
    expect(counters(await insert(id))).toEqual([1, 0, 2, 1]);
    const texts = (await query(id, { query: 'nine in the morning' })).docs.map((chunk) => chunk.pageContent);
    expect(texts.join()).not.toContain('opens at nine');
    expect((await driver.call<{ deleted: number }>('DELETE', `vectorstore/${id}`)).deleted).toBe(3);
    expect((await driver.readStore(id)).status).toBe('SYNC');
    expect((await query(id, { query: 'breakfast' })).docs).toEqual([]);
  });

  it('page 50 chunks, search in them, and keep them apart by loader', async () => {
    const { id } = await driver.makeStore();
    const text = Array.from({ length: 120 }, (_, index) => `Rule number ${index} of the house.`).join('\n\n');
    const splitterConfig = { chunkSize: 40, chunkOverlap: 0 };
    const loader = await driver.saveLoader(id, 'plainText', { text }, { ...smallChunks, splitterConfig });
    await driver.process(id, loader.id);
    const pages = [1, 2, 3, 4].map((page) => chunksOf(id, loader.id, page));
    expect((await Promise.all(pages)).map(({ chunks }) => chunks.length)).toEqual([50, 50, 20, 0]);
    const found = await chunksOf(id, loader.id, 1, 'NUMBER 77 ');
    expect([found.count, found.chunks[0]?.pageContent]).toEqual([1, 'Rule number 77 of the house.']);
    expect((await chunksOf(id, loader.id, 1, '%')).count).toBe(0);
  });

  it('preview chunks without storing anything', async () => {
    const { id } = await driver.makeStore();
    const body = { storeId: id, loaderId: 'plainText', loaderConfig: { text: rules }, ...smallChunks };
    const preview = await driver.call<{ chunks: unknown[]; totalChunks: number; isCut: boolean }>(
      'POST',
      'loader/preview',
      { ...body, previewChunkCount: 2 },
    );
    expect([preview.chunks.length, preview.totalChunks, preview.isCut]).toEqual([2, 3, false]);
    expect((await driver.readStore(id)).loaders).toEqual([]);
    const wrong = await driver.send('POST', 'loader/preview', {
      ...body,
      splitterConfig: { chunkSize: 'big' },
    });
    expect([wrong.statusCode, wrong.json().details[0].path]).toEqual([400, 'splitterConfig.chunkSize']);
    const unknown = await driver.send('POST', 'loader/preview', { ...body, loaderId: 'memoryVectorStore' });
    expect([unknown.statusCode, unknown.json().details[0].path]).toEqual([400, 'loaderId']);
  });

  it('read PDF, Word, CSV, JSON and Markdown files; a damaged one is named in the error', async () => {
    const { id } = await driver.makeStore();
    const load = async (loaderId: string, field: string, name: string, content: string | Buffer) => {
      const value = await driver.upload(id, [{ name, content }]);
      const loader = await driver.saveLoader(id, loaderId, { [field]: value });
      return { loader, job: await driver.process(id, loader.id) };
    };
    const pdf = await load('pdfFile', 'pdfFile', 'plan.pdf', makePdf(['The plan', 'Page two']));
    expect(pdf.job.result).toMatchObject({ totalChunks: 2 });
    expect(pdf.loader.files).toEqual([
      { name: 'plan.pdf', size: expect.any(Number), mimePrefix: 'application/pdf' },
    ]);
    const docx = await load('docxFile', 'docxFile', 'letter.docx', makeDocx(['Dear Ada']));
    expect((await chunksOf(id, docx.loader.id)).chunks[0]).toMatchObject({
      pageContent: 'Dear Ada',
      metadata: { source: 'letter.docx' },
    });
    expect((await load('csvFile', 'csvFile', 'a.csv', 'a,b\n1,2\n3,4\n')).job.result).toMatchObject({
      totalChunks: 2,
    });
    expect((await load('jsonFile', 'jsonFile', 'a.json', '["x","y","z"]')).job.result).toMatchObject({
      totalChunks: 3,
    });
    expect((await load('textFile', 'txtFile', 'a.md', '# Title\n\nText')).job.state).toBe('done');

    const broken = await load('pdfFile', 'pdfFile', 'broken.pdf', '%PDF-1.7\nnot really');
    expect(broken.job).toMatchObject({ state: 'failed', error: { code: 'NODE_FAILED' } });
    expect(broken.job.error?.message).toMatch(/^"broken\.pdf": it cannot be read as a PDF/);
    const cut = await load('docxFile', 'docxFile', 'cut.docx', makeDocx(['Dear Ada']).subarray(0, 300));
    expect(cut.job.error?.message).toMatch(/^"cut\.docx": it cannot be read as a Word document/);
    const { loaders } = await driver.readStore(id);
    expect(loaders.find((loader) => loader.id === broken.loader.id)).toMatchObject({
      status: 'NEW',
      error: broken.job.error?.message,
    });
  });

  it('keep the chunks of before when a new processing fails', async () => {
    const { id } = await driver.makeStore();
    const value = await driver.upload(id, [{ name: 'a.pdf', content: makePdf(['Good']) }]);
    const loader = await driver.saveLoader(id, 'pdfFile', { pdfFile: value });
    await driver.process(id, loader.id);
    const bad = await driver.upload(id, [{ name: 'b.pdf', content: '%PDF-1.7 bad' }]);
    await driver.saveLoader(id, 'pdfFile', { pdfFile: bad }, { id: loader.id });
    expect((await driver.process(id, loader.id)).state).toBe('failed');
    expect((await chunksOf(id, loader.id)).chunks.map((chunk) => chunk.pageContent)).toEqual(['Good']);
    expect((await driver.readStore(id)).loaders[0]).toMatchObject({ status: 'STALE', totalChunks: 1 });
    const count = await app.infrastructure.db
      .selectFrom('document_chunk')
      .select('id')
      .where('loaderId', '=', loader.id)
      .execute();
    expect(count).toHaveLength(1);
  });

  it('ATK-031: refuse unknown keys, files of others and paths, and reach no private address', async () => {
    const { id } = await driver.makeStore();
    const body = (txtFile: string) => ({ storeId: id, loaderId: 'textFile', loaderConfig: { txtFile } });
    for (const name of ['../../x', '/etc/passwd', 'missing.txt'])
      expect((await driver.send('POST', 'loader/save', body(`FILE-STORAGE::["${name}"]`))).statusCode).toBe(
        404,
      );
    const extra = await driver.send('PUT', `store/${id}`, { name: 'x', loaders: [] });
    expect([extra.statusCode, extra.json().details[0].path]).toEqual([400, 'loaders']);

    for (const url of ['http://127.0.0.1:9/', 'http://169.254.169.254/latest/meta-data', 'http://[::1]/']) {
      const web = await driver.saveLoader(id, 'cheerioWebScraper', { url });
      const job = await driver.process(id, web.id);
      expect([url, job.state, job.error?.code]).toEqual([url, 'failed', 'EGRESS_DENIED']);
    }
    const preview = {
      storeId: id,
      loaderId: 'cheerioWebScraper',
      loaderConfig: { url: 'http://localhost/' },
    };
    expect((await driver.send('POST', 'loader/preview', preview)).statusCode).toBe(422);
  });

  it('stay within their workspace, for people and keys alike', async () => {
    const { id } = await driver.makeStore();
    const loader = await driver.saveLoader(id, 'plainText', { text: rules });
    const { id: jobId } = await driver.process(id, loader.id);
    const [chunk] = (await chunksOf(id)).chunks;
    const other = new KnowledgeDriver(await makeKey(app));
    const asked: [Parameters<KnowledgeDriver['send']>[0], string, object?][] = [
      ['GET', `store/${id}`],
      ['PUT', `store/${id}`, { name: 'mine' }],
      ['DELETE', `store/${id}`],
      ['GET', `chunks/${id}/all/1`],
      ['GET', `chunks/${id}/${loader.id}/1`],
      ['PUT', `chunks/${id}/${loader.id}/${chunk?.id}`, { pageContent: 'mine', metadata: {} }],
      ['DELETE', `chunks/${id}/${loader.id}/${chunk?.id}`],
      ['DELETE', `loader/${id}/${loader.id}`],
      ['POST', 'loader/save', { storeId: id, loaderId: 'plainText', loaderConfig: { text: 'x' } }],
      ['POST', `loader/process/${loader.id}`, { storeId: id }],
      ['POST', 'loader/preview', { storeId: id, loaderId: 'plainText', loaderConfig: { text: 'x' } }],
      ['POST', 'vectorstore/query', { storeId: id, query: 'dogs' }],
      ['POST', 'vectorstore/insert', { storeId: id }],
      ['POST', 'vectorstore/save', { storeId: id, embeddingName: defaultEmbeddings }],
      ['DELETE', `vectorstore/${id}`],
      ['GET', `store-configs/${id}/${loader.id}`],
      ['POST', `upsert/${id}`, { docId: loader.id }],
      ['POST', `refresh/${id}`, {}],
    ];
    for (const [method, path, body] of asked)
      expect([path, (await other.send(method, path, body)).statusCode]).toEqual([path, 404]);
    expect(await other.call('GET', 'store')).toEqual([]);
    await expect(other.readJob(jobId)).rejects.toThrow('Job not found');
    const mine = await other.makeStore('Theirs');
    const crossed = { id: loader.id, storeId: mine.id, loaderId: 'plainText', loaderConfig: { text: 'x' } };
    expect((await other.send('POST', 'loader/save', crossed)).statusCode).toBe(404);
  });

  it('delete a loader with its chunks, vectors and files, but not those of another', async () => {
    const { id } = await driver.makeStore();
    const value = await driver.upload(id, [{ name: 'shared.txt', content: 'Shared words here' }]);
    const one = await driver.saveLoader(id, 'textFile', { txtFile: value });
    const two = await driver.saveLoader(id, 'textFile', { txtFile: value });
    for (const loader of [one, two]) await driver.process(id, loader.id);
    await insert(id);
    await driver.call('DELETE', `loader/${id}/${one.id}`);
    expect((await query(id, { query: 'shared words' })).docs.map((chunk) => chunk.docId)).toEqual([two.id]);
    expect((await driver.process(id, two.id)).state).toBe('done');
    await driver.call('DELETE', `store/${id}`);
    const left = await app.infrastructure.db
      .selectFrom('file')
      .select('id')
      .where('ownerKind', '=', 'documentStore')
      .where('ownerId', '=', id)
      .execute();
    expect(left).toEqual([]);
    const tables = ['document_chunk', 'document_vector', 'document_store_loader'] as const;
    for (const table of tables)
      expect(
        await app.infrastructure.db.selectFrom(table).select('storeId').where('storeId', '=', id).execute(),
      ).toEqual([]);
  });

  it('choose only what can be chosen, and say which field is wrong', async () => {
    const { id } = await driver.makeStore();
    const names = async (kind: string) =>
      (await driver.call<{ name: string }[]>('GET', `components/${kind}`)).map(({ name }) => name);
    expect(await names('loaders')).toEqual(
      expect.arrayContaining([
        'plainText',
        'textFile',
        'pdfFile',
        'docxFile',
        'csvFile',
        'jsonFile',
        'cheerioWebScraper',
      ]),
    );
    expect(await names('loaders')).not.toContain('documentStore');
    expect((await names('embeddings'))[0]).toBe(defaultEmbeddings);
    expect((await names('vectorstore'))[0]).toBe(builtInVectorStore);
    expect((await names('vectorstore')).slice(1).toSorted()).toEqual(
      'chroma elasticsearch milvus mongoDBAtlas openSearch pinecone postgres qdrant redis supabase upstash weaviate'.split(
        ' ',
      ),
    );
    const save = (body: object) => driver.send('POST', 'vectorstore/save', { storeId: id, ...body });
    const fieldOf = async (body: object) => (await save(body)).json().details[0].path;
    expect(await fieldOf({ embeddingName: 'chatOpenAI' })).toBe('embeddingName');
    expect(await fieldOf({ vectorStoreName: 'memoryVectorStore' })).toBe('vectorStoreName');
    expect(await fieldOf({ vectorStoreName: 'pinecone' })).toBe('vectorStoreConfig.pineconeIndex');
    expect(await fieldOf({ vectorStoreName: builtInVectorStore, vectorStoreConfig: { topK: 'x' } })).toBe(
      'vectorStoreConfig.topK',
    );
    const saved = (
      await save({ vectorStoreName: builtInVectorStore, vectorStoreConfig: { topK: 2 } })
    ).json();
    expect(saved.vectorStoreConfig).toEqual({ name: builtInVectorStore, config: { topK: 2 } });
    expect(saved.embeddingConfig).toEqual({ name: defaultEmbeddings, config: {} });
    const empty = await driver.send('POST', 'vectorstore/insert', { storeId: id });
    expect([empty.statusCode, empty.json().message]).toEqual([
      400,
      'There are no chunks yet. Process a source first.',
    ]);
  });

  it('name the missing key when embeddings need one, and stay unsearched', async () => {
    const { id } = await driver.makeStore();
    const loader = await driver.saveLoader(id, 'plainText', { text: rules });
    await driver.process(id, loader.id);
    const answer = await driver.send('POST', 'vectorstore/insert', {
      storeId: id,
      embeddingName: 'openAIEmbeddings',
    });
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'CREDENTIAL_MISSING']);
    const [after] = (await driver.readStore(id)).loaders as StoreLoader[];
    expect(after).toMatchObject({ vectorStatus: 'NONE', error: answer.json().message });
  });

  it('find only chunks whose metadata fits a filter', async () => {
    const { id } = await driver.makeStore();
    for (const floor of [1, 2]) {
      const text = `The kettle of floor ${floor} is blue.`;
      const loader = await driver.saveLoader(id, 'plainText', { text, metadata: { floor } });
      await driver.process(id, loader.id);
    }
    await insert(id);
    const found = await query(id, { query: 'Where is the blue kettle?', filter: { floor: 2 } });
    expect(found.docs.map((chunk) => chunk.metadata['floor'])).toEqual([2]);
  });
});
