import { chooseDiverse } from '@tendril/catalogue/retrieval/choose-diverse';
import { type IndexSnapshot, storeIndexStore, textVectorStore } from '../index/public.ts';
import { type FoundRow, foundChunkStore } from './found-chunks.store.ts';
import { channelWeights, fuseRanks } from './fuse-ranks.ts';
import { readFilter } from './metadata-filter.ts';
import { questionWords } from './question-words.ts';
import { mostReranked, rerankFound } from './rerank-found.ts';
import {
  channelDepth,
  dot,
  type Masks,
  maskOf,
  searchVectors,
  searchWords,
  type VectorHit,
} from './search-channels.ts';
import type {
  RerankUse,
  SearchedStore,
  SearchParts,
  SearchRequest,
  SearchTimings,
} from './search-request.ts';

/** A chunk that was found, and by what. */
export interface SearchedChunk {
  row: FoundRow;
  /** Cosine similarity, -1 to 1. */
  score: number;
  channels: {
    vector?: { rank: number; score: number };
    words?: { rank: number };
    rerank?: { rank: number; score: number };
  };
}

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

const nearMisses = 3;
const mostOfParent = 3;
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
    readChunks(parts, snapshot, request, fused, ranks),
  );
  const isReordered = request.rerank !== undefined || request.diversity !== undefined;
  const { ordered, rerank } = isReordered
    ? await clock.time('rerankMs', () => reorder(request, found, vectors))
    : { ordered: fewOfParent(found), rerank: null };
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

/** The chunks of the best texts, in their order; a few more than are wanted, because some may be gone by now. */
async function readChunks(
  { db }: SearchParts,
  { place }: IndexSnapshot,
  { vector, topK, filter, access, rerank, diversity }: SearchRequest,
  fused: readonly number[],
  { vectors, wordHits }: { vectors: readonly VectorHit[]; wordHits: readonly number[] },
): Promise<{ found: SearchedChunk[]; isTorn: boolean }> {
  const wanted = rerank || diversity !== undefined ? mostReranked : 2 * (topK + nearMisses);
  const texts = fused.slice(0, Math.min(channelDepth(topK), Math.max(wanted, topK + nearMisses)));
  const exact = new Map(vectors.map((hit) => [hit.textSeq, hit.score]));
  const unknown = texts.filter((textSeq) => !exact.has(textSeq));
  const [rows, others] = await Promise.all([
    foundChunkStore(db).ofTexts(place, place.storeId, texts),
    textVectorStore(db).exact(place, place.embedding, unknown),
  ]);
  for (const { seq, vector: own } of others) exact.set(seq, dot(vector, own));
  const vectorRanks = new Map(vectors.map(({ textSeq }, at) => [textSeq, at + 1]));
  const wordRanks = new Map(wordHits.map((textSeq, at) => [textSeq, at + 1]));
  // The mask is of texts: of the files that have one, it is given as that of a file which the caller may read.
  const readable = access ? rows.filter(({ accessList }) => access.includes(accessList)) : rows;
  const byText = firstFitting(readable, filter);
  const isTorn = new Set(rows.map(({ textSeq }) => textSeq)).size < texts.length;
  const found = texts.flatMap((textSeq) => {
    const row = byText.get(textSeq);
    const score = exact.get(textSeq);
    if (!row || score === undefined) return [];
    const vectorRank = vectorRanks.get(textSeq);
    const wordRank = wordRanks.get(textSeq);
    const channels = {
      ...(vectorRank !== undefined && { vector: { rank: vectorRank, score } }),
      ...(wordRank !== undefined && { words: { rank: wordRank } }),
    };
    return [{ row, score: Number.isFinite(score) ? score : 0, channels }];
  });
  return { found, isTorn };
}

/** Of chunks with the same text, the first that fits. */
function firstFitting(
  rows: readonly FoundRow[],
  filter: SearchRequest['filter'],
): ReadonlyMap<number, FoundRow> {
  const byText = new Map<number, FoundRow>();
  const read = filter && readFilter(filter);
  for (const row of rows) {
    if (byText.has(row.textSeq)) continue;
    const metadata = read && (JSON.parse(row.metadata) as Record<string, unknown>);
    const values = read?.names.map((name) =>
      metadata && Object.hasOwn(metadata, name) ? metadata[name] : undefined,
    );
    if (!read || read.fits(values ?? [])) byText.set(row.textSeq, row);
  }
  return byText;
}

/** By the reranker where there is one; unlike each other where that is wanted; few of one parent. */
async function reorder(
  { question, rerank, rerankLimitMs: limitMs, diversity, topK, vector, signal }: SearchRequest,
  found: readonly SearchedChunk[],
  vectors: readonly VectorHit[],
): Promise<{ ordered: SearchedChunk[]; rerank: RerankUse }> {
  const textOf = ({ row }: SearchedChunk) => row.pageContent;
  const ranked = rerank && (await rerankFound({ rerank, question, found, textOf, limitMs, signal }));
  const use = ranked?.outcome ?? null;
  const ordered =
    ranked?.items?.map(({ item, score }, at) => ({
      ...item,
      channels: { ...item.channels, rerank: { rank: at + 1, score } },
    })) ?? found;
  if (diversity === undefined) return { ordered: fewOfParent(ordered), rerank: use };
  const known = new Map(vectors.map((hit) => [hit.textSeq, [...hit.vector]]));
  const passages = ordered.map((chunk) => ({
    ...{ pageContent: '', metadata: {}, score: chunk.score, chunk },
    vector: known.get(chunk.row.textSeq) ?? [],
  }));
  const chosen = chooseDiverse([...vector], passages, topK + nearMisses, diversity);
  return { ordered: fewOfParent((chosen as typeof passages).map(({ chunk }) => chunk)), rerank: use };
}

/** Chunks of one parent beyond the third come after everything else. */
function fewOfParent(found: readonly SearchedChunk[]): SearchedChunk[] {
  const counts = new Map<string, number>();
  const later = new Set<SearchedChunk>();
  for (const chunk of found) {
    const { parentKey } = chunk.row;
    if (!parentKey) continue;
    const count = (counts.get(parentKey) ?? 0) + 1;
    counts.set(parentKey, count);
    if (count > mostOfParent) later.add(chunk);
  }
  return later.size === 0 ? [...found] : [...found.filter((chunk) => !later.has(chunk)), ...later];
}
