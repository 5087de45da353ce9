import type { DocumentStore, StoreLoader } from '@tendril/contract/api/document-stores';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { type EmbeddingServer, startEmbeddingServer } from '../../../testing/embedding-server.ts';
import { KnowledgeDriver } from '../../../testing/knowledge-driver.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

describe.each(databases)('the embeddings of knowledge bases on %s', (database) => {
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
    vendor.close();
    await app.close();
  });

  const sentences = Array.from(
    { length: 450 },
    (_, at) => `Shelf ${at} holds item ${at * 7} of colour ${at % 13}.`,
  );
  const embeddingOf = (modelName: string) => ({
    embeddingName: 'openAIEmbeddings',
    embeddingConfig: { modelName, basepath: vendor.url },
  });
  const insert = (storeId: string, body: object = {}) =>
    driver.call('POST', 'vectorstore/insert', { storeId, ...body });
  const query = (storeId: string, text: string) =>
    driver.call<{ docs: { pageContent: string }[] }>('POST', 'vectorstore/query', {
      storeId,
      query: text,
      topK: 5,
    });

  async function fill(
    texts: readonly string[],
    model: string,
    chunkSize = 22,
  ): Promise<{ id: string; loader: StoreLoader }> {
    const { id } = await driver.makeStore();
    const loader = await driver.saveLoader(
      id,
      'plainText',
      { text: texts.join('\n\n') },
      {
        splitterId: 'recursiveCharacterTextSplitter',
        splitterConfig: { chunkSize, chunkOverlap: 0 },
      },
    );
    await driver.process(id, loader.id);
    await insert(id, embeddingOf(model));
    return { id, loader };
  }

  const modelsOf = async (storeId: string) =>
    (
      await app.infrastructure.db
        .selectFrom('vector_code')
        .select('embedding')
        .distinct()
        .where('storeId', '=', storeId)
        .execute()
    ).map(({ embedding }) => embedding.split('/').at(-1));

  it('are made in several requests at once, and each text of a workspace once', async () => {
    vendor.hold(({ input }) => input.length > 1);
    const filling = fill(sentences, 'first', 50);
    while (vendor.mostWaiting() < 4) await new Promise((resolve) => setTimeout(resolve, 5));
    vendor.release();
    const { id } = await filling;
    expect((await query(id, 'Shelf 17')).docs[0]?.pageContent).toContain('Shelf 17 ');
    const before = vendor.asked.length;
    const { id: other } = await fill(sentences, 'first', 50);
    expect(vendor.asked.length).toBe(before);
    expect((await query(other, 'Shelf 18')).docs[0]?.pageContent).toContain('Shelf 18 ');
  });

  it('wait as long as the vendor says, and go on', async () => {
    vendor.limit(2, '0.05');
    const { id } = await fill(['One limited line.', 'Another limited line.'], 'limited');
    expect((await query(id, 'limited line')).docs).toHaveLength(2);
  });

  it('can be changed without a question that finds less meanwhile', async () => {
    const { id } = await fill(sentences, 'old', 50);
    const wanted = (await query(id, 'item 77')).docs.map(({ pageContent }) => pageContent);
    vendor.hold(({ model, input }) => model === 'new' && input.includes(sentences.at(-1) ?? ''));
    const changing = insert(id, embeddingOf('new'));
    // Asked while most of the new set is there already, and the job is waiting for the rest.
    const isHalf = async () => (await modelsOf(id)).length === 2;
    while (!(await isHalf())) await new Promise((resolve) => setTimeout(resolve, 5));
    for (let round = 0; round < 5; round += 1) {
      const found = (await query(id, `item 77${' '.repeat(round)}`)).docs.map(
        ({ pageContent }) => pageContent,
      );
      expect(found).toEqual(wanted);
      expect((await query(id, `Shelf ${430 + round}`)).docs[0]?.pageContent).toContain(
        `Shelf ${430 + round} `,
      );
    }
    vendor.release();
    await changing;
    expect(await modelsOf(id)).toEqual(['new']);
    const askedBefore = vendor.asked.length;
    expect((await query(id, 'item 77 again')).docs).toHaveLength(5);
    expect(vendor.asked.slice(askedBefore).map(({ model }) => model)).toEqual(['new']);
  });

  it('stay when the new ones cannot be made', async () => {
    const { id } = await fill(['The lamp is green.', 'The chair is red.'], 'steady');
    const failed = await driver.send('POST', 'vectorstore/insert', {
      storeId: id,
      ...embeddingOf('refused'),
    });
    expect(failed.statusCode).toBeGreaterThanOrEqual(400);
    expect((await query(id, 'green lamp')).docs[0]?.pageContent).toBe('The lamp is green.');
    expect((await driver.call<DocumentStore>('GET', `store/${id}`)).status).toBe('STALE');
    await insert(id, embeddingOf('steady'));
    expect((await query(id, 'red chair')).docs[0]?.pageContent).toBe('The chair is red.');
  });

  it('of a loader that is changed meanwhile are found by both models', async () => {
    const { id } = await fill(['The lamp is green.'], 'early');
    await driver.call('POST', 'vectorstore/save', { storeId: id, ...embeddingOf('late') });
    const second = await driver.saveLoader(id, 'plainText', { text: 'The kettle is blue.' });
    await driver.process(id, second.id);
    await insert(id, { docId: second.id });
    expect((await modelsOf(id)).sort()).toEqual(['early', 'late']);
    expect((await query(id, 'blue kettle')).docs[0]?.pageContent).toBe('The kettle is blue.');
    expect((await query(id, 'green lamp')).docs[0]?.pageContent).toBe('The lamp is green.');
    await insert(id);
    expect(await modelsOf(id)).toEqual(['late']);
    expect((await query(id, 'green lamp')).docs[0]?.pageContent).toBe('The lamp is green.');
  });

  it('of the release before are moved before the first question', async () => {
    const { id, loader } = await fill(
      ['The lamp is green.', 'The chair is red.', 'ERR-4711 means fire.'],
      'aged',
    );
    const { db } = app.infrastructure;
    const rows = await db
      .selectFrom('vector_code')
      .innerJoin('chunk_text', 'chunk_text.seq', 'vector_code.textSeq')
      .innerJoin('vector_value', 'vector_value.seq', 'vector_code.seq')
      .select(['chunk_text.hash', 'vector_code.embedding', 'vector_value.vector'])
      .where('vector_code.storeId', '=', id)
      .execute();
    await db.deleteFrom('chunk_text').where('storeId', '=', id).execute();
    await db.deleteFrom('store_index').where('storeId', '=', id).execute();
    for (const { hash, embedding, vector } of rows) {
      const numbers = [...new Float32Array(new Uint8Array(vector).buffer)];
      await db
        .insertInto('document_vector')
        .values({
          ...{ workspaceId: user.caller.workspaceId, storeId: id, loaderId: loader.id, hash, embedding },
          vector: database === 'postgres' ? numbers : new Uint8Array(Float32Array.from(numbers).buffer),
          movedAt: null,
        })
        .execute();
    }
    const { moveAllVectors } = await import('./move-vectors.ts');
    await moveAllVectors(db, new AbortController().signal);
    expect((await query(id, 'green lamp')).docs[0]?.pageContent).toBe('The lamp is green.');
    expect((await query(id, 'what is err-4711?')).docs[0]?.pageContent).toBe('ERR-4711 means fire.');
    const left = await db
      .selectFrom('document_vector')
      .select('movedAt')
      .where('storeId', '=', id)
      .where('movedAt', 'is', null)
      .execute();
    expect(left).toEqual([]);
  });
});
