import type { ChunkExplanation } from '@tendril/contract/api/document-store-search';
import { AppError } from '@tendril/contract/app-error';
import { type IndexSnapshot, textVectorStore, textWords } from '../index/public.ts';
import { foundChunkStore } from './found-chunks.store.ts';
import { channelWeights, fuseRanks } from './fuse-ranks.ts';
import { questionWords } from './question-words.ts';
import { channelDepth, dot, type Masks, maskOf, searchVectors, searchWords } from './search-channels.ts';
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
    return { ...common, reason: 'not-embedded', place: null, score: null, channels: {} };
  if (masks.allowed && !masks.allowed.has(row)) throw new AppError('NOT_FOUND', 'Chunk not found.');
  const ranked = await rank(parts, snapshot, request, masks, words);
  const [exact] = await textVectorStore(parts.db).exact(place, place.embedding, [textSeq]);
  const score = exact ? dot(request.vector, exact.vector) : null;
  if (masks.fitting && !masks.fitting.has(row))
    return { ...common, reason: 'filter', place: null, channels: {}, score };
  return { ...common, ...placeOf(textSeq, ranked, request, score), score };
}

interface Ranked {
  vectors: { textSeq: number; score: number }[];
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

function placeOf(
  textSeq: number,
  { vectors, wordHits, fused }: Ranked,
  { topK, minScore }: SearchRequest,
  similarity: number | null,
): Pick<ChunkExplanation, 'reason' | 'place' | 'channels'> {
  const vectorAt = vectors.findIndex((hit) => hit.textSeq === textSeq);
  const wordAt = wordHits.indexOf(textSeq);
  const score = vectors[vectorAt]?.score;
  const channels = {
    ...(score !== undefined && { vector: { rank: vectorAt + 1, score } }),
    ...(wordAt >= 0 && { words: { rank: wordAt + 1 } }),
  };
  const at = fused.indexOf(textSeq);
  if (at < 0) return { reason: 'rank', place: null, channels };
  const isBelow = minScore !== undefined && similarity !== null && similarity < minScore;
  return { reason: at >= topK ? 'limit' : isBelow ? 'floor' : null, place: at + 1, channels };
}
