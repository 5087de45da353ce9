import { makeDocx } from '@tendril/catalogue/testing/make-docx';
import { makePdf } from '@tendril/catalogue/testing/make-pdf';
import type { StoreSearchAnswer } from '@tendril/contract/api/document-store-search';
import type { StoreChunk } from '@tendril/contract/api/document-stores';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { makeFlow, readTemplates, studio } from '../../../testing/flow-fixtures.ts';
import { KnowledgeDriver } from '../../../testing/knowledge-driver.ts';
import type { FormPart } from '../../../testing/send-form.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const handbook =
  '# Handbook\n\n## Library\n\nThe library opens at nine in the morning. It closes at six. Dogs have to wait in the garden.\n\n## Porter\n\nLost keys are kept by the porter.\n';

describe.each(databases)('chunks of blocks on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let driver: KnowledgeDriver;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
    driver = new KnowledgeDriver(user);
  });
  afterAll(() => app.close());

  const rowsOf = (storeId: string) =>
    app.infrastructure.db
      .selectFrom('document_chunk')
      .select(['id', 'hash', 'pageContent', 'indexText', 'parentKey'])
      .where('storeId', '=', storeId)
      .orderBy('chunkNo')
      .execute();
  const parentsOf = async (storeId: string) =>
    (
      await app.infrastructure.db
        .selectFrom('document_parent')
        .select('text')
        .where('storeId', '=', storeId)
        .execute()
    ).map(({ text }) => text);

  async function filled(
    splitterId: string,
    splitterConfig: object = {},
    files: FormPart[] = [{ name: 'a.md', content: handbook }],
  ) {
    const { id } = await driver.makeStore();
    const file = await driver.upload(id, files);
    const loader = await driver.saveLoader(
      id,
      'fileLoader',
      { file, usage: 'perFile' },
      { splitterId, splitterConfig },
    );
    return { id, loader, job: await driver.process(id, loader.id) };
  }

  it('carry the headings above them in what is embedded, not in what is shown', async () => {
    const { id } = await filled('structureTextSplitter');
    const rows = await rowsOf(id);
    expect(
      rows.map(({ pageContent, indexText }) => [pageContent.split('\n')[0], indexText?.split('\n')[0]]),
    ).toEqual([
      ['Handbook', undefined],
      ['Porter', 'Handbook'],
    ]);
    const { chunks } = await driver.call<{ chunks: StoreChunk[] }>('GET', `chunks/${id}/all/1`);
    expect(chunks[1]?.metadata).toMatchObject({
      source: 'a.md',
      loc: { path: ['Handbook'], lines: { from: 7, to: 9 } },
    });
    // An edit changes the text; what stands above it stays.
    const chunk = chunks[1] as StoreChunk;
    const edited = { pageContent: 'Keys are kept by Ada.', metadata: chunk.metadata };
    await driver.call('PUT', `chunks/${id}/${chunk.docId}/${chunk.id}`, edited);
    const after = (await rowsOf(id))[1];
    expect(after?.indexText).toBe('Handbook\nKeys are kept by Ada.');
    expect(after?.hash).not.toBe(rows[1]?.hash);
  });

  it('give a model their section once, however many of them were found', async () => {
    const { id, loader } = await filled('parentChildTextSplitter', { parentTokens: 200, childTokens: 12 });
    expect((await rowsOf(id)).length).toBeGreaterThan(3);
    expect(await parentsOf(id)).toHaveLength(2);
    // The same again: nothing of the earlier batch is left.
    await driver.process(id, loader.id);
    expect(await parentsOf(id)).toHaveLength(2);
    await driver.call('POST', `refresh/${id}?wait=true`, {});
    const flow = new FlowBuilder(await readTemplates(user));
    const model = flow.add('demoModel', { x: 0, y: 0 });
    const store = flow.add('documentStoreVS', { x: 0, y: 300 }, { selectedStore: id });
    const chain = flow.add(
      'conversationalRetrievalQAChain',
      { x: 400, y: 0 },
      { returnSourceDocuments: true },
    );
    const built = flow.connect(model, chain, 'model').connect(store, chain, 'vectorStoreRetriever').build();
    const flowId = await makeFlow(user, built);
    const payload = { question: 'When does the library open and close?' };
    const url = `${studio}/internal-prediction/${flowId}`;
    const answer = (await user.inject({ method: 'POST', url, payload })).json();
    const texts = answer.sourceDocuments.map(({ pageContent }: { pageContent: string }) => pageContent);
    expect(texts[0]).toMatch(/^Handbook\n\nLibrary\n\nThe library opens/);
    expect(new Set(texts).size).toBe(texts.length);
    const { docs } = await driver.call<StoreSearchAnswer>('POST', 'search', {
      storeId: id,
      query: 'When does the library open?',
    });
    expect(docs[0]?.parent?.text).toBe(texts[0]);
    expect(docs[0]?.pageContent.length).toBeLessThan(texts[0].length);
    await driver.call('DELETE', `loader/${id}/${loader.id}`);
    expect(await parentsOf(id)).toEqual([]);
  });

  it('are made of the files that can be read; one that cannot is named and the rest goes on', async () => {
    const files = [
      { name: 'a.md', content: handbook },
      { name: 'broken.docx', content: makeDocx(['x']).subarray(0, 300) },
      { name: 'b.docx', content: makeDocx(['Words of Word.']) },
      { name: 'c.pdf', content: makePdf(['Words of a page.']) },
    ];
    const { id, loader, job } = await filled('structureTextSplitter', {}, files);
    expect(job.state).toBe('done');
    const texts = (await rowsOf(id)).map(({ pageContent }) => pageContent);
    expect(texts.slice(-2)).toEqual(['Words of Word.', 'Words of a page.']);
    const { loaders } = await driver.readStore(id);
    expect(loaders.find((one) => one.id === loader.id)).toMatchObject({
      status: 'SYNC',
      error: null,
      problem: expect.stringContaining('"broken.docx": it cannot be read as a Word document'),
    });
    const only = await filled('structureTextSplitter', {}, files.slice(1, 2));
    expect(only.job).toMatchObject({
      state: 'failed',
      error: { message: expect.stringContaining('"broken.docx"') },
    });
  });

  it('are shown in the preview with what is indexed of them', async () => {
    const { id } = await driver.makeStore();
    const preview = await driver.call<{ chunks: object[]; problems: string[] }>('POST', 'loader/preview', {
      storeId: id,
      loaderId: 'plainText',
      loaderConfig: { text: handbook },
      splitterId: 'sentenceWindowTextSplitter',
      splitterConfig: { around: 1 },
    });
    expect(preview.problems).toEqual([]);
    expect(preview.chunks[1]).toMatchObject({
      pageContent: 'It closes at six.',
      indexText: 'Handbook › Library\nIt closes at six.',
      parentText: expect.stringMatching(/^The library opens .* garden\.$/),
    });
  });
});
