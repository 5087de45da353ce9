import type { explainStoreChunk, searchDocumentStore } from '@tendril/contract/api/document-store-search';
import type { queryDocumentStore } from '@tendril/contract/api/document-store-vectors';
import type { Answer, Body } from '@tendril/contract/api/endpoint';
import type { Scope } from '../../../platform/db/scope.ts';
import { explainChunk, type SearchedChunk } from '../search/public.ts';
import type { DocumentStores } from './document-stores.ts';
import { parentStore } from './parents.store.ts';
import { prepareQuery, type QueryParts, queryStore, toFoundChunk } from './query-store.ts';
import { topKIn } from './search-settings.ts';

const rounded = (ms: number, steps = 10) => Math.round(ms * steps) / steps;

type Parents = ReadonlyMap<string, { text: string }>;

function toSearchedChunk(chunk: SearchedChunk, parents: Parents) {
  const parent = parents.get(chunk.row.id);
  return {
    ...toFoundChunk(chunk),
    channels: chunk.channels,
    ...(parent && { parent: { text: parent.text } }),
  };
}

/** Questions to knowledge bases over HTTP. */
export function createStoreQueries(parts: QueryParts, stores: DocumentStores) {
  return {
    async query(
      scope: Scope,
      callers: readonly string[],
      body: Body<typeof queryDocumentStore>,
      signal: AbortSignal,
    ): Promise<Answer<typeof queryDocumentStore>> {
      const row = await stores.require(scope, body.storeId);
      const startedAt = performance.now();
      const { query: question, minScore, filter } = body;
      const topK = body.topK ?? topKIn(body.inputs);
      const configuration = { topK, minScore };
      const { docs, misses } = await queryStore(parts, row, {
        ...{ question, configuration, filter, callers, signal },
      });
      return {
        timeTaken: rounded(performance.now() - startedAt),
        docs: docs.map(toFoundChunk),
        misses: misses.map(toFoundChunk),
      };
    },

    async search(
      scope: Scope,
      callers: readonly string[],
      { storeId, query: question, filter, as, ...configuration }: Body<typeof searchDocumentStore>,
      signal: AbortSignal,
    ): Promise<Answer<typeof searchDocumentStore>> {
      const row = await stores.require(scope, storeId);
      const startedAt = performance.now();
      const { docs, misses, hidden, words, rerank, timings, embedMs } = await queryStore(parts, row, {
        ...{ question, configuration, filter, callers, as, signal },
      });
      const ids = [...docs, ...misses].map(({ row: { id } }) => id);
      const parents = await parentStore(parts.db).ofChunks(scope, ids);
      const shown = (chunk: SearchedChunk) => toSearchedChunk(chunk, parents);
      return {
        docs: docs.map(shown),
        misses: misses.map(shown),
        ...{ hidden, words, rerank },
        timings: { ...timings, embedMs, totalMs: rounded(performance.now() - startedAt, 100) },
      };
    },

    /** Throws NOT_FOUND. */
    async explain(
      scope: Scope,
      callers: readonly string[],
      { storeId, chunkId, query: question, filter, as, ...configuration }: Body<typeof explainStoreChunk>,
      signal: AbortSignal,
    ): Promise<Answer<typeof explainStoreChunk>> {
      const row = await stores.require(scope, storeId);
      const { request } = await prepareQuery(parts, row, {
        ...{ question, configuration, filter, callers, as, signal },
      });
      return explainChunk(parts, row, request, chunkId);
    },
  };
}
