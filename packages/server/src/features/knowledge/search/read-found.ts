import { type IndexSnapshot, textVectorStore } from '../index/public.ts';
import { type FoundRow, foundChunkStore } from './found-chunks.store.ts';
import { readFilter } from './metadata-filter.ts';
import { nearMisses } from './order-found.ts';
import { mostReranked } from './rerank-found.ts';
import { channelDepth, dot, type VectorHit } from './search-channels.ts';
import type { SearchParts, SearchRequest } from './search-request.ts';

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

/** The chunks of the best texts, in their order; a few more than are wanted, because some may be gone by now. */
export async function readFound(
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
