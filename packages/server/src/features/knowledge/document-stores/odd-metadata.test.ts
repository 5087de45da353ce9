import type { StoreSearchAnswer } from '@tendril/contract/api/document-store-search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { KnowledgeDriver } from '../../../testing/knowledge-driver.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

describe.each(databases)('metadata with odd signs on %s', (database) => {
  let app: TestApp;
  let driver: KnowledgeDriver;

  beforeAll(async () => {
    app = await createTestApp({ database });
    driver = new KnowledgeDriver(await app.signIn());
  });
  afterAll(() => app.close());

  it('is offered for filters by the names and types that are there, with some values', async () => {
    const { id: storeId } = await driver.makeStore();
    const metadata = { tags: ['a', 'b'], year: 2024, isDraft: false, due: '2024-05-01', nested: { no: 1 } };
    const loaderConfig = { text: 'Swans may not be fed.', metadata: JSON.stringify(metadata) };
    const { id: loaderId } = await driver.saveLoader(storeId, 'plainText', loaderConfig);
    await driver.process(storeId, loaderId);
    const { fields } = await driver.call<{ fields: { name: string }[] }>('GET', `metadata-fields/${storeId}`);
    expect(fields).toEqual(
      expect.arrayContaining([
        { name: 'due', types: ['date'], values: ['2024-05-01'] },
        { name: 'isDraft', types: ['boolean'], values: ['false'] },
        { name: 'tags', types: ['list'], values: ['a', 'b'] },
        { name: 'year', types: ['number'], values: ['2024'] },
      ]),
    );
    expect(fields.map(({ name }) => name)).not.toContain('nested');
    const other = new KnowledgeDriver(await makeKey(app));
    expect((await other.send('GET', `metadata-fields/${storeId}`)).statusCode).toBe(404);
  });

  it('is kept as far as a database can hold it, and filters go on reading it', async () => {
    const { id: storeId } = await driver.makeStore();
    const text = 'Swans may not be fed.';
    const { id: loaderId } = await driver.saveLoader(storeId, 'plainText', { text });
    await driver.process(storeId, loaderId);
    await driver.call('POST', 'vectorstore/insert?wait=true', { storeId, embeddingName: 'demoEmbeddings' });
    const { id } = await app.infrastructure.db
      .selectFrom('document_chunk')
      .select('id')
      .where('storeId', '=', storeId)
      .executeTakeFirstOrThrow();
    const metadata = { kind: 'rule', title: 'What \\u0000 means', half: '😀'.slice(0, 1) };
    await driver.call('PUT', `chunks/${storeId}/${loaderId}/${id}`, { pageContent: text, metadata });
    await driver.call('POST', 'vectorstore/insert?wait=true', { storeId, embeddingName: 'demoEmbeddings' });
    const filter = { kind: 'rule' };
    const found = await driver.call<StoreSearchAnswer>('POST', 'search', { storeId, query: 'swans', filter });
    expect(found.docs.map((doc) => doc.metadata)).toMatchObject([
      { kind: 'rule', title: 'What \\u0000 means', half: '\ufffd' },
    ]);
  });
});
