import { type IndexSnapshot, storeIndexStore } from '../index/public.ts';
import { channelWeights, fuseRanks } from './fuse-ranks.ts';
import { nearMisses, orderFound } from './order-found.ts';
import { questionWords } from './question-words.ts';
import { readFound, type SearchedChunk } from './read-found.ts';
import { type Masks, maskOf, searchVectors, searchWords, type VectorHit } from './search-channels.ts';
import type {
  RerankUse,
  SearchedStore,
  SearchParts,
  SearchRequest,
  SearchTimings,
} from './search-request.ts';

export interface SearchResult {
  /** Best first. */
  docs: SearchedChunk[];
  /** The nearest that were left out: below the floor, or beyond the limit. */
  misses: SearchedChunk[];
  /** Texts that the caller may not see. */
  hidden: number;
  /** The words that were looked for. */
  words: string[];
  /** Whether a reranker decided the order. */
  rerank: RerankUse;
  timings: SearchTimings;
}

const mostSearches = 3;

/** Runs something and notes how long it took. */
function createClock() {
  const timings: SearchTimings = { coldMs: 0, maskMs: 0, vectorMs: 0, wordMs: 0, readMs: 0, rerankMs: 0 };
  return {
    timings,
    async time<T>(stage: keyof SearchTimings, work: () => Promise<T>): Promise<T> {
      const startedAt = performance.now();
      try {
        return await work();
      } finally {
        timings[stage] += Math.round((performance.now() - startedAt) * 100) / 100;
      }
    },
  };
}

type Clock = ReturnType<typeof createClock>;

/**
 * Searches a knowledge base by vectors and by words, and makes one list of both. What may be found is decided before
 * anything is compared; the floor is held against the similarity, after the lists were put together.
 */
export async function searchStore(
  parts: SearchParts,
  store: SearchedStore,
  request: SearchRequest,
): Promise<SearchResult> {
  for (let searches = 1, { state } = request; ; searches += 1) {
    const { result, isTorn } = await searchOnce(parts, store, { ...request, state });
    const isEmpty = result.docs.length === 0 && result.misses.length === 0;
    if (!(isTorn || isEmpty) || searches === mostSearches) return result;
    // What could be found is gone, or some of it: perhaps a file took another's place in between.
    const now = await storeIndexStore(parts.db).find(store, store.id);
    if (now.turnover === state.turnover || now.liveEmbedding !== state.liveEmbedding) return result;
    state = now;
  }
}

async function searchOnce(
  parts: SearchParts,
  store: SearchedStore,
  request: SearchRequest,
): Promise<{ result: SearchResult; isTorn: boolean }> {
  const clock = createClock();
  const place = { workspaceId: store.workspaceId, storeId: store.id, embedding: request.embedding };
  const snapshot = await clock.time('coldMs', () =>
    parts.index.open(place, request.state, request.outside !== undefined),
  );
  const masks = await clock.time('maskMs', () => maskOf(snapshot, request));
  const { vectors, words, wordHits } = await searchBoth(parts, snapshot, request, masks, clock);
  const weights = channelWeights(request.wordWeight);
  const fused = fuseRanks([
    { items: vectors.map(({ textSeq }) => textSeq), weight: weights.vectors },
    { items: wordHits, weight: weights.words },
  ]).map(({ item }) => item);
  const ranks = { vectors, wordHits };
  const { found, isTorn } = await clock.time('readMs', () =>
    readFound(parts, snapshot, request, fused, ranks),
  );
  const isReordered = request.rerank !== undefined || request.diversity !== undefined;
  const order = () => orderFound(request, found, vectors);
  const { ordered, rerank } = isReordered ? await clock.time('rerankMs', order) : await order();
  const isFind = (chunk: SearchedChunk, at: number) =>
    at < request.topK && chunk.score >= (request.minScore ?? -1);
  const result = {
    docs: ordered.filter(isFind),
    misses: ordered.filter((chunk, at) => !isFind(chunk, at)).slice(0, nearMisses),
    hidden: masks.hidden,
    ...{ words, rerank },
    timings: clock.timings,
  };
  return { result, isTorn };
}

async function searchBoth(
  parts: SearchParts,
  snapshot: IndexSnapshot,
  request: SearchRequest,
  { mask, readable }: Masks,
  clock: Clock,
): Promise<{ vectors: VectorHit[]; words: string[]; wordHits: number[] }> {
  const { mode = 'hybrid', question, topK, filter, access } = request;
  const isMasked = filter !== undefined || access !== undefined;
  const [vectors, { words, hits }] = await Promise.all([
    mode === 'words' ? [] : clock.time('vectorMs', () => searchVectors(parts, snapshot, request, mask)),
    mode === 'vectors'
      ? { words: [], hits: [] }
      : clock.time('wordMs', async () => {
          const wanted = await questionWords(snapshot, question, readable);
          const hits = await searchWords(parts, snapshot, wanted, { topK, isMasked }, mask);
          return { words: wanted.map(({ word }) => word), hits };
        }),
  ]);
  return { vectors, words, wordHits: hits };
}
