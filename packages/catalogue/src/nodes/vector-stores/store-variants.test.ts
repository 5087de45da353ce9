import type { Embedder } from '@tendril/contract/provider/embedder';
import type { UpsertOutcome } from '@tendril/contract/provider/passage-store';
import type { Retriever, VectorStore } from '@tendril/contract/provider/retrieval';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlayedVendor, playVendor } from '../../testing/play-vendor.ts';
import { testContext } from '../../testing/run-context.ts';
import { loadNode, readValues, runNode } from '../../testing/run-node.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';

const key = 'CANARY-key-0001';
let vendor: PlayedVendor;

beforeAll(async () => {
  vendor = await playVendor();
});
afterAll(() => vendor.close());

describe('pineconeLlamaIndex', () => {
  const model = scriptedModel('unused');
  const embeddings: Embedder = {
    nodeId: 'e',
    provider: 'letters',
    modelId: 'letters',
    embed: async (texts) => texts.map((text) => [text.length, 1]),
  };
  const given = { model, embeddings, pineconeIndex: 'shop', pineconeNamespace: 'de', topK: 1 };
  const context = () =>
    testContext({ services: { fetch: vendor.fetch }, credential: { pineconeApiKey: key } });
  const play = () =>
    vendor.play(({ request }) => {
      if (request.startsWith('GET')) return { body: { host: 'shop-1.svc.eu.pinecone.io' } };
      if (!request.endsWith('/query')) return { body: { upsertedCount: 1 } };
      const metadata = { text: 'aa', source: 'a.txt' };
      return { body: { matches: [{ id: '1', score: 0.5, values: [], metadata }] } };
    });

  it('fills the index of Pinecone by a model of vectors', async () => {
    play();
    const node = await loadNode('pineconeLlamaIndex');
    const document = [[{ pageContent: 'aa', metadata: { source: 'a.txt' } }]];
    const values = readValues(node, { ...given, document });
    const outcome = (await node.upsert?.(values as never, context())) as UpsertOutcome;
    expect(outcome).toMatchObject({ numAdded: 1, addedDocs: document[0] });
    const { request, headers, body } = vendor.asked.at(-1) ?? {};
    expect(request).toBe('POST https://shop-1.svc.eu.pinecone.io/vectors/upsert');
    expect(headers?.['api-key']).toBe(key);
    expect(body).toMatchObject({ namespace: 'de', vectors: [{ values: [2, 1], metadata: { text: 'aa' } }] });
  });

  it('finds passages, and passes on the model that answers from them', async () => {
    play();
    const retriever = await runNode<Retriever & { model: unknown }>(
      'pineconeLlamaIndex',
      given,
      context(),
      'retriever',
    );
    expect(retriever.model).toBe(model);
    expect(await retriever.retrieve('aaa', context())).toMatchObject([
      { pageContent: 'aa', metadata: { source: 'a.txt' } },
    ]);
    expect(vendor.asked.at(-1)?.body).toMatchObject({ vector: [3, 1], topK: 1, namespace: 'de' });
    const store = await runNode<VectorStore>('pineconeLlamaIndex', given, context(), 'vectorStore');
    await store.search('a', 7, context());
    expect(vendor.asked.at(-1)?.body).toMatchObject({ topK: 7 });
  });

  it('says in words that Pinecone rejected the key', async () => {
    vendor.play(() => ({ status: 401, body: {} }));
    const retriever = await runNode<Retriever>('pineconeLlamaIndex', given, context(), 'retriever');
    await expect(retriever.retrieve('a', context())).rejects.toMatchObject({
      code: 'PROVIDER_UNAUTHORIZED',
    });
  });
});

describe('vectaraUpload', () => {
  const dataUri = (text: string, name: string) =>
    `data:text/plain;base64,${Buffer.from(text).toString('base64')},filename:${name}`;
  const file = JSON.stringify([dataUri('High tide', 'tides.txt'), dataUri('Low tide', 'low.txt')]);
  const context = () =>
    testContext({
      services: { fetch: vendor.fetch },
      credential: { apiKey: key, corpusID: 'shop, other' },
    });
  async function upload(): Promise<UpsertOutcome> {
    const node = await loadNode('vectaraUpload');
    return (await node.upsert?.(readValues(node, { file }) as never, context())) as UpsertOutcome;
  }

  it('brings each file to the first corpus, and takes one that is there already for brought', async () => {
    vendor.play(({ body }) => (String(body).includes('low.txt') ? { status: 409, body: {} } : { body: {} }));
    expect(await upload()).toMatchObject({ numAdded: 2, numDeleted: 0 });
    expect(vendor.asked.map(({ request }) => request)).toEqual(
      Array.from({ length: 2 }, () => 'POST https://api.vectara.io/v2/corpora/shop/upload_file'),
    );
    const [first] = vendor.asked;
    expect(first?.headers['x-api-key']).toBe(key);
    expect(first?.body).toContain('filename="tides.txt"');
    expect(first?.body).toContain('High tide');
  });

  it('says what Vectara refuses, without the key', async () => {
    vendor.play(() => ({ status: 400, body: { messages: [`no such corpus for ${key}`] } }));
    const refused = await upload().catch((error: Error) => error);
    expect(refused).toMatchObject({ message: expect.stringContaining('Vectara') });
    expect((refused as Error).message).not.toContain(key);
  });

  it('finds passages in all corpora of the secret', async () => {
    vendor.play(() => ({
      body: {
        search_results: [{ text: 'High tide', score: 0.9, document_id: 'd', part_metadata: { page: 1 } }],
      },
    }));
    const retriever = await runNode<Retriever>('vectaraUpload', { file, topK: 3 }, context(), 'retriever');
    expect(await retriever.retrieve('tide?', context())).toMatchObject([
      { pageContent: 'High tide', metadata: { page: 1 } },
    ]);
    expect(vendor.asked[0]).toMatchObject({
      request: 'POST https://api.vectara.io/v2/query',
      body: {
        query: 'tide?',
        search: { limit: 3, corpora: [{ corpus_key: 'shop' }, { corpus_key: 'other' }] },
      },
    });
  });
});
