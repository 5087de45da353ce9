import { documentOf } from './document-of.ts';

/** What is known of a found chunk where neighbours are looked for. */
export interface Neighbour {
  /** Its loader. */
  docId: string;
  chunkNo: number;
  pageContent: string;
  metadata: Record<string, unknown>;
  score: number;
  /** Of its loader, where the metadata names no document. */
  source: string;
}

/** One that is much less like the question was found for want of others. */
const leastShare = 0.5;
const longestJoined = 8000;
const longestOverlap = 2000;

/**
 * Chunks that follow each other in one document become one passage, in the order of the document, at the place and with
 * the score of the best. Those that were replaced by a parent are left alone.
 */
export function joinNeighbours<T extends Neighbour>(
  found: readonly T[],
  isWhole: (chunk: T) => boolean,
): T[] {
  const byPlace = new Map(found.filter((chunk) => !isWhole(chunk)).map((chunk) => [keyOf(chunk, 0), chunk]));
  const taken = new Set<T>();
  const joined: T[] = [];
  for (const best of found) {
    if (taken.has(best)) continue;
    taken.add(best);
    let passage = best;
    for (const step of [-1, 1] as const)
      for (let away = step; !isWhole(best); away += step) {
        const next = byPlace.get(keyOf(best, away));
        if (!next || taken.has(next) || next.score < leastShare * best.score) break;
        if (passage.pageContent.length + next.pageContent.length > longestJoined) break;
        taken.add(next);
        passage = step < 0 ? joinTwo(next, passage, best) : joinTwo(passage, next, best);
      }
    joined.push(passage);
  }
  return joined;
}

const keyOf = (chunk: Neighbour, away: number) =>
  `${chunk.docId} ${chunk.chunkNo + away} ${documentOf(chunk)}`;

function joinTwo<T extends Neighbour>(first: T, second: T, best: T): T {
  return {
    ...best,
    pageContent: joinTexts(first.pageContent, second.pageContent),
    metadata: { ...best.metadata, ...joinedPlace(first.metadata, second.metadata) },
  };
}

/** What the second repeats of the first is given once. */
function joinTexts(first: string, second: string): string {
  const most = Math.min(longestOverlap, first.length, second.length);
  for (let length = most; length > 0; length -= 1)
    if (first.endsWith(second.slice(0, length)) && isWordEnd(second, length))
      return first + second.slice(length);
  return `${first}\n\n${second}`;
}

/** One equal letter is chance. */
const isWordEnd = (text: string, at: number) =>
  at >= 12 &&
  (at === text.length || /\s|[.!?。]/.test(text[at] ?? '') || /\s|[.!?。]/.test(text[at - 1] ?? ''));

interface Loc {
  lines?: { from: number; to: number };
  places?: unknown[];
}

function joinedPlace(first: Record<string, unknown>, second: Record<string, unknown>) {
  const [before, after] = [first['loc'] as Loc | undefined, second['loc'] as Loc | undefined];
  if (!before || !after) return {};
  const places = [...(before.places ?? []), ...(after.places ?? [])];
  const lines = before.lines &&
    after.lines && {
      from: Math.min(before.lines.from, after.lines.from),
      to: Math.max(before.lines.to, after.lines.to),
    };
  return { loc: { ...before, ...(lines && { lines }), ...(places.length > 0 && { places }) } };
}
