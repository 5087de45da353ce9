import { chooseDiverse } from '@tendril/catalogue/retrieval/choose-diverse';
import type { SearchedChunk } from './read-found.ts';
import { rerankFound } from './rerank-found.ts';
import type { VectorHit } from './search-channels.ts';
import type { RerankUse, SearchRequest } from './search-request.ts';

/** Of those that were left out, as many are shown. */
export const nearMisses = 3;
const mostOfParent = 3;

/** Found chunks after each step that orders them; a step that was not asked for leaves them as they were. */
interface OrderedChunks {
  reranked: readonly SearchedChunk[];
  diverse: readonly SearchedChunk[];
  ordered: readonly SearchedChunk[];
  rerank: RerankUse;
}

/** By the reranker where there is one; unlike each other where that is wanted; few of one parent. */
export async function orderFound(
  request: SearchRequest,
  found: readonly SearchedChunk[],
  vectors: readonly VectorHit[],
): Promise<OrderedChunks> {
  const { question, rerank, rerankLimitMs: limitMs, signal } = request;
  const textOf = ({ row }: SearchedChunk) => row.pageContent;
  const ranked = rerank && (await rerankFound({ rerank, question, found, textOf, limitMs, signal }));
  const reranked =
    ranked?.items?.map(({ item, score }, at) => ({
      ...item,
      channels: { ...item.channels, rerank: { rank: at + 1, score } },
    })) ?? found;
  const diverse = diverseOf(request, reranked, vectors);
  return { reranked, diverse, ordered: fewOfParent(diverse), rerank: ranked?.outcome ?? null };
}

function diverseOf(
  { diversity, topK, vector }: SearchRequest,
  found: readonly SearchedChunk[],
  vectors: readonly VectorHit[],
): readonly SearchedChunk[] {
  if (diversity === undefined) return found;
  const known = new Map(vectors.map((hit) => [hit.textSeq, [...hit.vector]]));
  const passages = found.map((chunk) => ({
    ...{ pageContent: '', metadata: {}, score: chunk.score, chunk },
    vector: known.get(chunk.row.textSeq) ?? [],
  }));
  const chosen = chooseDiverse([...vector], passages, topK + nearMisses, diversity);
  return (chosen as typeof passages).map(({ chunk }) => chunk);
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
