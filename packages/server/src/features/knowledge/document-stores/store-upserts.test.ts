import { makePdf } from '@tendril/catalogue/testing/make-pdf';
import { sendJson, startVendorServer, type VendorServer } from '@tendril/catalogue/testing/vendor-server';
import { builtInVectorStore, defaultEmbeddings } from '@tendril/contract/api/document-store-vectors';
import { publicPrefix } from '@tendril/contract/api/prefixes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { studio } from '../../../testing/flow-fixtures.ts';
import { KnowledgeDriver, smallChunks } from '../../../testing/knowledge-driver.ts';
import { type KeyHolder, makeKey } from '../../../testing/other-workspace.ts';
import { type FormPart, formOf } from '../../../testing/send-form.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

interface Upserted {
  numAdded: number;
  numSkipped: number;
  numDeleted: number;
  docId: string;
  storeId: string;
  error?: string;
}

describe.each(databases)('the API of knowledge bases on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let key: KeyHolder;
  let driver: KnowledgeDriver;
  /** A model that reads 900 letters at once. */
  let vendor: VendorServer;

  beforeAll(async () => {
    vendor = await startVendorServer(({ body }, _scenario, response) => {
      const texts = body['input'] as string[];
      if (texts.some(({ length }) => length > 900))
        sendJson(response, { error: { message: 'Input is longer than 300 tokens.' } }, 400);
      else sendJson(response, { data: texts.map((text) => ({ embedding: [text.length, 1] })) });
    });
    app = await createTestApp({ database, config: { egressAllow: [new URL(vendor.url).host] } });
    user = await app.signIn();
    key = await makeKey(app, user.caller.workspaceId);
    driver = new KnowledgeDriver(key);
  });
  afterAll(async () => {
    await app.close();
    await vendor.close();
  });

  const splitter = { name: smallChunks.splitterId, config: smallChunks.splitterConfig };
  const upsert = (id: string, body: object) => driver.call<Upserted>('POST', `upsert/${id}`, body);
  const find = async (storeId: string, query: string) =>
    (
      await driver.call<{ docs: { pageContent: string; metadata: Record<string, unknown> }[] }>(
        'POST',
        'vectorstore/query',
        { storeId, query, topK: 1 },
      )
    ).docs[0];

  it('fills a store from JSON, with a key, and finds what was filled in', async () => {
    const { id } = await driver.makeStore();
    const loader = { name: 'plainText', config: { text: 'The lamp is green.\n\nThe chair is red.' } };
    const done = await upsert(id, {
      loader,
      splitter: { ...splitter, config: { chunkSize: 20, chunkOverlap: 0 } },
      embedding: { name: defaultEmbeddings, config: {} },
      vectorStore: { name: builtInVectorStore, config: { topK: 3 } },
      metadata: { room: 'attic' },
      somethingOfTheirs: true,
    });
    expect(done).toMatchObject({ numAdded: 2, numSkipped: 0, storeId: id });
    expect(await find(id, 'colour of the lamp')).toMatchObject({
      pageContent: 'The lamp is green.',
      metadata: { room: 'attic' },
    });
    expect((await driver.readStore(id)).status).toBe('UPSERTED');
  });

  it('runs a loader again in its place, or stands a new one beside it', async () => {
    const { id } = await driver.makeStore();
    const first = await upsert(id, { loader: { name: 'plainText', config: { text: 'Old words' } } });
    const text = 'New words';
    const replaced = await upsert(id, {
      docId: first.docId,
      replaceExisting: true,
      loader: { config: { text } },
    });
    expect(replaced).toMatchObject({ docId: first.docId, numAdded: 1, numDeleted: 1 });
    const beside = await upsert(id, { docId: first.docId, loader: { config: { text: 'More words' } } });
    expect(beside.docId).not.toBe(first.docId);
    expect((await driver.readStore(id)).loaders.map((loader) => loader.totalChunks)).toEqual([1, 1]);
    const outsider = await driver.send('POST', `upsert/${id}`, { docId: 'nobody' });
    expect(outsider.statusCode).toBe(404);
    const nothing = await driver.send('POST', `upsert/${id}`, {});
    expect([nothing.statusCode, nothing.json().details[0].path]).toEqual([400, 'loader.name']);
  });

  it('takes the files of a form and knows their loader by their names; also under /api/v1', async () => {
    const { id } = await driver.makeStore();
    const send = async (files: FormPart[], fields: Record<string, string> = {}) =>
      key.inject({
        method: 'POST',
        url: `${publicPrefix}/document-store/upsert/${id}`,
        ...(await formOf(files, fields)),
      });
    const pdf = { name: 'manual.pdf', content: makePdf(['Press the blue button']) };
    const answer = await send([pdf], { metadata: '{"lang":"en"}', splitter: JSON.stringify(splitter) });
    expect([answer.statusCode, answer.json().numAdded]).toEqual([200, 1]);
    expect(await find(id, 'blue button')).toMatchObject({ metadata: { source: 'manual.pdf', lang: 'en' } });
    const broken = await send([{ name: 'bad.pdf', content: '%PDF-1.4 bad' }]);
    expect([broken.statusCode, broken.json().success]).toEqual([422, false]);
    expect(broken.json().message).toMatch(/^"bad\.pdf"/);
    const mixed = await send([pdf, { name: 'b.txt', content: 'b' }]);
    expect([mixed.statusCode, mixed.json().details[0].path]).toEqual([400, 'files']);
    const lie = await send([{ name: 'shell.pdf', content: '#!/bin/sh' }]);
    expect(lie.statusCode).toBe(415);
  });

  it('embeds chunks that are longer than the model reads at once in parts, and says how many', async () => {
    const { id } = await driver.makeStore();
    const text = `${'A long sentence about swans. '.repeat(100)}\n\nShort.`;
    const done = await upsert(id, {
      loader: { name: 'plainText', config: { text } },
      splitter: { ...splitter, config: { chunkSize: 2905, chunkOverlap: 0 } },
      embedding: { name: 'openAIEmbeddings', config: { basepath: `${vendor.url}/v1`, modelName: 'own' } },
    });
    expect(done).toMatchObject({ numAdded: 2, numSplit: 1 });
  });

  it('embeds no more than the tokens that a workspace may use in a day, and answers questions all the same', async () => {
    const { limits, db } = app.infrastructure;
    const scope = user.caller;
    const { id } = await driver.makeStore();
    const loader = (text: string) => ({ loader: { name: 'plainText', config: { text } } });
    await upsert(id, loader('The lamp is green.'));
    const used = await limits.used(scope, 'workspaceKnowledgeTokensPerDay');
    expect(used).toBeGreaterThan(4);
    await db.transaction().execute((trx) => limits.set(trx, scope, { workspaceKnowledgeTokensPerDay: used }));
    limits.forget();
    const refused = await driver.send('POST', `upsert/${id}`, loader('The chair is red.'));
    expect([refused.statusCode, refused.json().message]).toEqual([
      429,
      `This workspace has reached its limit of ${used.toLocaleString('en')} tokens a day for knowledge bases. Try again after 00:00 UTC.`,
    ]);
    expect(await find(id, 'colour of the lamp')).toMatchObject({ pageContent: 'The lamp is green.' });
    await db.transaction().execute((trx) => limits.set(trx, scope, { workspaceKnowledgeTokensPerDay: null }));
    limits.forget();
  });

  it('makes a store first when asked to', async () => {
    const done = await upsert('new', {
      createNewDocStore: true,
      docStore: { name: 'Made by a program' },
      loader: { name: 'plainText', config: { text: 'Hello' } },
    });
    expect(await driver.readStore(done.storeId)).toMatchObject({
      name: 'Made by a program',
      totalLoaders: 1,
    });
  });

  it('refreshes every loader, and says which one failed while the others did not', async () => {
    const { id } = await driver.makeStore();
    const good = await upsert(id, { loader: { name: 'plainText', config: { text: 'Stays the same' } } });
    const value = await driver.upload(id, [{ name: 'x.pdf', content: '%PDF-1.4 bad' }]);
    const bad = await driver.saveLoader(id, 'pdfFile', { pdfFile: value });
    const refreshed = await driver.call<Upserted[]>('POST', `refresh/${id}`, {});
    expect(refreshed).toEqual([
      expect.objectContaining({ docId: good.docId, numAdded: 0, numSkipped: 1 }),
      { docId: bad.id, error: expect.stringMatching(/^"x\.pdf"/) },
    ]);
    const one = await driver.call<Upserted[]>('POST', `refresh/${id}`, {
      items: [{ docId: good.docId, loader: { config: { text: 'Now different' } } }],
    });
    expect(one).toEqual([expect.objectContaining({ docId: good.docId, numAdded: 1, numDeleted: 1 })]);
  });

  it('lists what can be set for a loader', async () => {
    const { id } = await driver.makeStore();
    const loader = await driver.saveLoader(id, 'plainText', { text: 'x' }, smallChunks);
    const rows = await driver.call<{ node: string; name: string; nodeName: string }[]>(
      'GET',
      `store-configs/${id}/${loader.id}`,
    );
    expect(rows.map(({ node, name }) => `${node}.${name}`)).toEqual([
      'loader.text',
      'loader.metadata',
      'splitter.chunkSize',
      'splitter.chunkOverlap',
      'splitter.separators',
      'vectorStore.topK',
      'vectorStore.searchMode',
      'vectorStore.wordWeight',
      'vectorStore.minScore',
      'vectorStore.diversity',
    ]);
  });

  it('lets a model say what a store is good for', async () => {
    const { id } = await driver.makeStore();
    const selectedChatModel = { name: 'demoModel', inputs: {} };
    const early = await driver.send('POST', `generate-tool-desc/${id}`, { selectedChatModel });
    expect(early.json().message).toBe('There are no chunks yet. Process a source first.');
    await upsert(id, { loader: { name: 'plainText', config: { text: 'Opening hours of the library' } } });
    const { content } = await driver.call<{ content: string }>('POST', `generate-tool-desc/${id}`, {
      selectedChatModel,
    });
    expect(content.length).toBeGreaterThan(10);
    const wrong = await driver.send('POST', `generate-tool-desc/${id}`, {
      selectedChatModel: { name: 'plainText' },
    });
    expect(wrong.statusCode).toBe(400);
  });

  it('answers a job at once instead of waiting for it, and ends it when asked', async () => {
    const { id } = await driver.makeStore();
    const loader = await driver.saveLoader(id, 'plainText', { text: 'One two three' });
    await driver.process(id, loader.id);
    const { job } = await driver.call<{ job: { id: string; state: string } }>(
      'POST',
      'vectorstore/insert?wait=false',
      { storeId: id, embeddingName: defaultEmbeddings },
    );
    const ended = await driver.ended(job.id);
    expect(ended).toMatchObject({ state: 'done', progress: { done: 1, total: 1, unit: 'chunks' } });
    const again = await key.inject({ method: 'POST', url: `${studio}/jobs/${job.id}/cancel` });
    expect(again.json().state).toBe('done');
  });

  it('lets a key that may only read change nothing', async () => {
    const { id } = await driver.makeStore();
    const reader = await makeKey(app, user.caller.workspaceId);
    await app.infrastructure.db
      .updateTable('api_key')
      .set({ scope: 'read' })
      .where('id', '=', reader.keyId)
      .execute();
    const read = new KnowledgeDriver(reader);
    expect((await read.send('GET', `store/${id}`)).statusCode).toBe(200);
    expect((await read.send('POST', `upsert/${id}`, { loader: { name: 'plainText' } })).statusCode).toBe(403);
    expect((await read.send('DELETE', `store/${id}`)).statusCode).toBe(403);
  });
});
