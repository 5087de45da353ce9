import type { SourceDocument } from '@tendril/contract/provider/document';
import type { Embedder } from '@tendril/contract/provider/embedder';
import type { Passage } from '@tendril/contract/provider/passage-store';
import type { Retriever, VectorStore } from '@tendril/contract/provider/retrieval';
import { describe, expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';
import { memoryVectorStore } from './memory-vector-store.ts';

const letters = 'abcdefgh';

/** One number a letter: how often it stands in the text. */
function letterEmbedder(batches: number[] = []): Embedder {
  return {
    nodeId: 'embeddings_0',
    provider: 'letters',
    modelId: 'letters',
    embed: async (texts) => {
      batches.push(texts.length);
      return texts.map((text) => [...letters].map((letter) => text.split(letter).length - 1));
    },
  };
}

const toDocuments = (...texts: string[]): SourceDocument[] =>
  texts.map((pageContent) => ({ pageContent, metadata: {} }));

const name = 'memoryVectorStore';

describe('memoryVectorStore', () => {
  it('finds the nearest documents by cosine, best first, as a step of the trace', async () => {
    const context = testContext({ nodeId: 'store_0' });
    const given = {
      document: [toDocuments('aab', 'b'), toDocuments('aaaa', 'ccc')],
      embeddings: letterEmbedder(),
      topK: 2,
    };
    const retriever = await runNode<Retriever>(name, given, context, 'retriever');
    const found = await retriever.retrieve('a', context);
    expect(found.map((document) => document.pageContent)).toEqual(['aaaa', 'aab']);
    expect(context.events.at(-1)).toMatchObject({ type: 'step-end', kind: 'retrieval', nodeId: 'store_0' });
  });

  it('finds 4 passages when nothing is said, or as many as its user wants, with scores', async () => {
    const context = testContext();
    const given = { document: [toDocuments(...letters)], embeddings: letterEmbedder() };
    const retriever = await runNode<Retriever>(name, given, context, 'retriever');
    expect(await retriever.retrieve('abcdefgh', context)).toHaveLength(4);
    const store = await runNode<VectorStore>(name, given, context, 'vectorStore');
    const [best, ...rest] = await store.search('c', 7, context);
    expect(best).toMatchObject({ pageContent: 'c', score: 1 });
    expect(rest).toHaveLength(6);
  });

  it('embeds in batches', async () => {
    const batches: number[] = [];
    const document = [toDocuments(...Array.from({ length: 600 }, (_, index) => `a${index}`))];
    await runNode(name, { document, embeddings: letterEmbedder(batches) }, testContext(), 'retriever');
    expect(batches).toEqual([256, 256, 88]);
  });

  it('refuses more than 50 MB before anything is embedded', async () => {
    const batches: number[] = [];
    const document = [toDocuments('a'.repeat(30_000_000))];
    const made = runNode(name, { document, embeddings: letterEmbedder(batches) }, testContext(), 'retriever');
    await expect(made).rejects.toMatchObject({
      code: 'NODE_FAILED',
      message: expect.stringContaining('50 MB'),
    });
    expect(batches).toEqual([]);
  });

  it('finds what was uploaded beside its own documents, embedding it again only when that has changed', async () => {
    const kept: Passage[] = [];
    const keep = async (_nodeId: string, passages: readonly Passage[]) =>
      kept.push(...passages) && passages.length;
    const passages = { revision: async () => `${kept.length || ''}`, list: async () => kept, keep };
    const context = testContext({ services: { passages } });
    const batches: number[] = [];
    const embeddings = letterEmbedder(batches);
    const given = { document: [toDocuments('aab', 'b')], embeddings, topK: 2 };
    const retriever = await runNode<Retriever>(name, given, context, 'retriever');
    const find = async () => (await retriever.retrieve('c', context)).map((found) => found.pageContent);
    expect(await find()).not.toContain('ccc');
    const outcome = await memoryVectorStore.upsert?.(
      { document: [toDocuments('ccc')], embeddings, topK: 2, fileUpload: true },
      context,
    );
    expect(outcome).toMatchObject({ numAdded: 1, numSkipped: 0, addedDocs: [{ pageContent: 'ccc' }] });
    expect((await find())[0]).toBe('ccc');
    const embedded = batches.length;
    await find();
    expect(batches.length - embedded).toBe(1);
  });

  it('embeds again with another model', async () => {
    const passage = {
      pageContent: 'ccc',
      metadata: {},
      embedding: 'other/model',
      vector: Float32Array.of(1),
    };
    const passages = { revision: async () => '1', list: async () => [passage] };
    const context = testContext({ services: { passages } });
    const given = { document: [toDocuments('b')], embeddings: letterEmbedder() };
    const retriever = await runNode<Retriever>(name, given, context, 'retriever');
    expect((await retriever.retrieve('c', context))[0]?.pageContent).toBe('ccc');
  });

  it('finds nothing in no documents', async () => {
    const context = testContext();
    const given = { document: [[]], embeddings: letterEmbedder() };
    const retriever = await runNode<Retriever>(name, given, context, 'retriever');
    expect(await retriever.retrieve('a', context)).toEqual([]);
  });
});
