import type { RunContext } from '@tendril/contract/node/run-context';
import type { SourceDocument } from '@tendril/contract/provider/document';
import type { Embedder } from '@tendril/contract/provider/embedder';
import type { UpsertOutcome } from '@tendril/contract/provider/passage-store';
import { embeddingName } from './kept-index.ts';
import { buildIndex } from './memory-index.ts';

/**
 * Embeds documents and stores them with the flow, if the run may store anything: an in-memory store loads the documents
 * of its own loaders again whenever it is built, so those are not stored again.
 */
export async function upsertPassages(
  documents: readonly SourceDocument[],
  embeddings: Embedder,
  context: RunContext,
): Promise<UpsertOutcome> {
  const { vectors, dimensions } = await buildIndex(documents, embeddings, context);
  const embedding = embeddingName(embeddings);
  const passages = documents.map((document, row) => ({
    ...document,
    embedding,
    vector: vectors.slice(row * dimensions, (row + 1) * dimensions),
  }));
  const { passages: store } = context.services;
  const numAdded = store?.keep ? await store.keep(context.nodeId, passages) : documents.length;
  return {
    numAdded,
    numUpdated: 0,
    numSkipped: documents.length - numAdded,
    numDeleted: 0,
    addedDocs: documents.map(({ pageContent, metadata }) => ({ pageContent, metadata })),
  };
}
