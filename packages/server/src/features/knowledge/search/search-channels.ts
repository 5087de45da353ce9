import {
  chunkWordStore,
  type IndexSnapshot,
  type RowBits,
  textVectorStore,
  type WeightedWord,
} from '../index/public.ts';
import { readFilter } from './metadata-filter.ts';
import type { SearchParts, SearchRequest } from './search-request.ts';

export interface VectorHit {
  textSeq: number;
  score: number;
  vector: Float32Array;
}

const leastCompared = 64;
const mostCompared = 256;
/** Larger ones are asked away from the event loop. */
const textsOnLoop = 20_000;
/** So few that the index of words is asked about them alone. */
const fewTexts = 10_000;
const mostWordHits = 5000;

/** How many of each channel take part: the winner of both need not be among the first of either. */
export const channelDepth = (topK: number) => Math.min(200, Math.max(50, 4 * topK));

export interface Masks {
  /** Current, allowed and fitting. */
  mask: RowBits;
  allowed: RowBits | undefined;
  fitting: RowBits | undefined;
  /** How many current ones the caller may not see. */
  hidden: number;
  /** Current and allowed, where not everything is. */
  readable: { key: string; rows: RowBits } | undefined;
}

/** Which rows may be found: decided before anything is compared. */
export async function maskOf(
  snapshot: IndexSnapshot,
  { filter, access }: Pick<SearchRequest, 'filter' | 'access'>,
): Promise<Masks> {
  const granted = await access?.of(snapshot);
  const visible = granted ? snapshot.live.and(granted.rows) : snapshot.live;
  const hidden = granted ? snapshot.live.count() - visible.count() : 0;
  const read = filter && Object.keys(filter).length > 0 ? readFilter(filter) : undefined;
  const fitting = read && (await snapshot.rowsWhere(read.names, read.fits));
  return {
    mask: fitting ? visible.and(fitting) : visible,
    allowed: granted?.rows,
    fitting,
    hidden,
    readable: granted && { key: granted.key, rows: visible },
  };
}

export function dot(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at += 1) sum += (left[at] as number) * (right[at] as number);
  return sum;
}

/** The nearest texts, best first: by their codes, and the best of those by their vectors. */
export async function searchVectors(
  { db }: Pick<SearchParts, 'db'>,
  snapshot: IndexSnapshot,
  { vector, topK, outside, filter, access }: Omit<SearchRequest, 'question'>,
  mask: RowBits,
): Promise<VectorHit[]> {
  const compared = Math.min(mostCompared, Math.max(leastCompared, 4 * topK));
  const isMasked = filter !== undefined || access !== undefined;
  const near = outside
    ? await outside.search(snapshot, { vector, topK, depth: channelDepth(topK), mask, isMasked })
    : (await snapshot.nearest(vector, mask, compared)).map(({ row }) => snapshot.textOf(row));
  const { place } = snapshot;
  const exact = await textVectorStore(db).exact(place, place.embedding, near);
  return exact
    .map(({ seq, vector: own }) => ({ textSeq: seq, score: dot(vector, own), vector: own }))
    .sort((one, other) => other.score - one.score || one.textSeq - other.textSeq)
    .slice(0, channelDepth(topK));
}

/** The texts with the most telling words of the question, best first. */
export async function searchWords(
  { db, reads }: Pick<SearchParts, 'db' | 'reads'>,
  snapshot: IndexSnapshot,
  words: readonly WeightedWord[],
  { topK, isMasked }: { topK: number; isMasked: boolean },
  mask: RowBits,
): Promise<number[]> {
  const depth = channelDepth(topK);
  const { place } = snapshot;
  const all = snapshot.live.count();
  const few = isMasked ? mask.count() : all;
  if (few === 0) return [];
  const among = isMasked && few <= fewTexts ? mask.rows().map((row) => snapshot.textOf(row)) : undefined;
  const share = among ? 1 : few / Math.max(1, all);
  const limit = Math.min(mostWordHits, Math.ceil((depth * 1.5) / share));
  const store = chunkWordStore(all > textsOnLoop ? reads.of(place) : db);
  const found = await store.search({ storeId: place.storeId, words, limit, among });
  return found
    .filter((textSeq) => {
      const row = snapshot.rowOf(textSeq);
      return row !== undefined && mask.has(row);
    })
    .slice(0, depth);
}
