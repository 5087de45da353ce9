import type { ChunkExplanation } from '@tendril/contract/api/document-store-search';
import { AppError } from '@tendril/contract/app-error';
import { type IndexSnapshot, textVectorStore, textWords } from '../index/public.ts';
import { foundChunkStore } from './found-chunks.store.ts';
import { channelWeights, fuseRanks } from './fuse-ranks.ts';
import { orderFound } from './order-found.ts';
import { questionWords } from './question-words.ts';
import { readFound, type SearchedChunk } from './read-found.ts';
import {
  channelDepth,
  dot,
  type Masks,
  maskOf,
  searchVectors,
  searchWords,
  type VectorHit,
} from './search-channels.ts';
import type { SearchedStore, SearchParts, SearchRequest } from './search-request.ts';

/**
 * Why a chunk is not among those that a question finds: it has no vector, may not be seen, does not fit, is too far down
 * in both lists, beyond the limit, or below the floor. Throws NOT_FOUND.
 */
export async function explainChunk(
  parts: SearchParts,
  store: SearchedStore,
  request: SearchRequest,
  chunkId: string,
): Promise<ChunkExplanation> {
  const chunk = await foundChunkStore(parts.db).find(store, store.id, chunkId);
  // Who may not see a chunk learns nothing of it, not even how near it is.
  if (!chunk || request.access?.includes(chunk.accessList) === false)
    throw new AppError('NOT_FOUND', 'Chunk not found.');
  const place = { workspaceId: store.workspaceId, storeId: store.id, embedding: request.embedding };
  const snapshot = await parts.index.open(place, request.state, request.outside !== undefined);
  const masks = await maskOf(snapshot, request);
  const words = await questionWords(snapshot, request.question, masks.readable);
  const own = new Set(textWords(chunk.indexText ?? chunk.pageContent));
  const wanted = words.map(({ word }) => word);
  const common = {
    topK: request.topK,
    depth: channelDepth(request.topK),
    sharedWords: wanted.filter((word) => own.has(word)),
    missingWords: wanted.filter((word) => !own.has(word)),
  };
  const { textSeq } = chunk;
  const row = textSeq === null ? undefined : snapshot.rowOf(textSeq);
  if (textSeq === null || row === undefined || !snapshot.live.has(row))
    return { ...common, ...outside, reason: 'not-embedded', score: null };
  if (masks.allowed && !masks.allowed.has(row)) throw new AppError('NOT_FOUND', 'Chunk not found.');
  const ranked = await rank(parts, snapshot, request, masks, words);
  const [exact] = await textVectorStore(parts.db).exact(place, place.embedding, [textSeq]);
  const score = exact ? dot(request.vector, exact.vector) : null;
  if (masks.fitting && !masks.fitting.has(row)) return { ...common, ...outside, reason: 'filter', score };
  const steps = await stepsOf(parts, snapshot, request, ranked);
  return { ...common, ...placeOf(textSeq, { ...ranked, ...steps }, request, score), score };
}

interface Ranked {
  vectors: VectorHit[];
  wordHits: number[];
  fused: number[];
}

async function rank(
  parts: SearchParts,
  snapshot: IndexSnapshot,
  request: SearchRequest,
  { mask }: Masks,
  words: Awaited<ReturnType<typeof questionWords>>,
): Promise<Ranked> {
  const { mode = 'hybrid', wordWeight, topK, filter, access } = request;
  const isMasked = filter !== undefined || access !== undefined;
  const [vectors, wordHits] = await Promise.all([
    mode === 'words' ? [] : searchVectors(parts, snapshot, request, mask),
    mode === 'vectors' ? [] : searchWords(parts, snapshot, words, { topK, isMasked }, mask),
  ]);
  const weights = channelWeights(wordWeight);
  const fused = fuseRanks([
    { items: vectors.map((hit) => hit.textSeq), weight: weights.vectors },
    { items: wordHits, weight: weights.words },
  ]).map(({ item }) => item);
  return { vectors, wordHits, fused };
}

/** The steps of a search after both ways were put together. */
async function stepsOf(
  parts: SearchParts,
  snapshot: IndexSnapshot,
  request: SearchRequest,
  { vectors, wordHits, fused }: Ranked,
): Promise<Steps> {
  const { found } = await readFound(parts, snapshot, request, fused, { vectors, wordHits });
  return orderFound(request, found, vectors);
}

type Steps = Awaited<ReturnType<typeof orderFound>>;
type Placed = Pick<ChunkExplanation, 'reason' | 'place' | 'channels' | 'step' | 'rerank'>;

const outside = { place: null, channels: {}, step: null, rerank: null };
const placeIn = (chunks: readonly SearchedChunk[], textSeq: number) =>
  chunks.findIndex(({ row }) => row.textSeq === textSeq);

function placeOf(
  textSeq: number,
  ranked: Ranked & Steps,
  request: SearchRequest,
  similarity: number | null,
): Placed {
  const { vectors, wordHits, fused, reranked, rerank, ordered } = ranked;
  const { minScore } = request;
  const vectorAt = vectors.findIndex((hit) => hit.textSeq === textSeq);
  const wordAt = wordHits.indexOf(textSeq);
  const score = vectors[vectorAt]?.score;
  const own = reranked.find(({ row }) => row.textSeq === textSeq)?.channels.rerank;
  const channels = {
    ...(score !== undefined && { vector: { rank: vectorAt + 1, score } }),
    ...(wordAt >= 0 && { words: { rank: wordAt + 1 } }),
    ...(own && { rerank: own }),
  };
  const at = fused.indexOf(textSeq);
  if (at < 0) return { ...outside, reason: 'rank', channels, rerank };
  const placed = { channels, rerank, step: null, place: at + 1 };
  const step = lostAt(textSeq, ranked, request, at);
  if (step) return { ...placed, ...step };
  const isBelow = minScore !== undefined && similarity !== null && similarity < minScore;
  return { ...placed, place: placeIn(ordered, textSeq) + 1 || at + 1, reason: isBelow ? 'floor' : null };
}

/** The step after which a chunk is not among those that are wanted: there it was before, or the step decides alone. */
function lostAt(
  textSeq: number,
  { vectors, reranked, diverse, ordered, rerank }: Ranked & Steps,
  { topK, diversity, vector }: SearchRequest,
  fusedAt: number,
): Pick<Placed, 'reason' | 'step'> | undefined {
  const isWanted = (at: number) => at >= 0 && at < topK;
  const rerankedAt = placeIn(reranked, textSeq);
  const isReranked = rerank === 'used';
  if (isWanted(placeIn(ordered, textSeq))) return undefined;
  if (isReranked && !isWanted(rerankedAt)) {
    const score = reranked[rerankedAt]?.channels.rerank?.score ?? null;
    return { reason: 'rerank', step: { place: rerankedAt + 1 || null, score, likeness: null } };
  }
  if (!isReranked && fusedAt >= topK) return { reason: 'limit', step: null };
  const diverseAt = placeIn(diverse, textSeq);
  if (isWanted(diverseAt)) {
    const place = placeIn(ordered, textSeq) + 1 || null;
    return { reason: 'parent', step: { place, score: null, likeness: null } };
  }
  const vectorOf = (seq: number) => vectors.find((hit) => hit.textSeq === seq)?.vector;
  const own = vectorOf(textSeq);
  const others = diverse.slice(0, topK).flatMap(({ row }) => vectorOf(row.textSeq) ?? []);
  const likeness = own && others.length > 0 ? Math.max(...others.map((other) => dot(own, other))) : null;
  const lambda = diversity ?? 1;
  const score = own && likeness !== null ? lambda * dot(vector, own) - (1 - lambda) * likeness : null;
  return { reason: 'diversity', step: { place: diverseAt + 1 || null, score, likeness } };
}
