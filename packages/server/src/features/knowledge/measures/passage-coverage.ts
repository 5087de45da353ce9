import { textWords } from '../index/public.ts';
import { placeOf, type StoredPassage } from './expected-passage.ts';

/** What of a chunk is compared with passages. */
interface CoveringChunk {
  hash: string;
  source: string;
  metadata: Readonly<Record<string, unknown>>;
  /** What a model would be given. */
  givenText: string;
}

/** A chunk that covers so much of a passage holds it. */
const leastCovered = 0.5;
/** Words in a row that have to be the same. */
const run = 3;
/** A place alone says nothing of another version of the document: some words have to be there still. */
const leastWords = 0.2;

/**
 * How much of a passage a chunk covers, 0 to 1: all of it where it is the same chunk; else, in the same document, the
 * share of its words, or of the lines that they stood in where the text was changed.
 */
export function passageCoverage(passage: StoredPassage, chunk: CoveringChunk): number {
  if (passage.hash !== null && passage.hash === chunk.hash) return 1;
  if (passage.source !== '' && chunk.source !== '' && passage.source !== chunk.source) return 0;
  const words = wordCoverage(textWords(passage.text), textWords(chunk.givenText));
  return words < leastWords ? words : Math.max(words, lineCoverage(passage, chunk));
}

/** The share of words that stand in the other list too, at least three of them in a row. */
function wordCoverage(wanted: readonly string[], given: readonly string[]): number {
  if (wanted.length === 0) return 0;
  const length = Math.min(run, wanted.length);
  const known = new Set<string>();
  for (let at = 0; at + length <= given.length; at += 1) known.add(given.slice(at, at + length).join(' '));
  let covered = 0;
  let until = 0;
  for (let at = 0; at + length <= wanted.length; at += 1) {
    if (!known.has(wanted.slice(at, at + length).join(' '))) continue;
    covered += at + length - Math.max(at, until);
    until = at + length;
  }
  return covered / wanted.length;
}

function lineCoverage({ place }: StoredPassage, { metadata }: CoveringChunk): number {
  const other = placeOf(metadata);
  if (!place.lines || !other.lines || place.page !== other.page) return 0;
  const [from, to] = place.lines;
  const shared = Math.min(to, other.lines[1]) - Math.max(from, other.lines[0]) + 1;
  return Math.max(0, shared) / (to - from + 1);
}

/** Where each passage is in an answer: the place of the first chunk that holds it; null where none does. */
export function passageRanks(
  passages: readonly StoredPassage[],
  chunks: readonly CoveringChunk[],
): (number | null)[] {
  return passages.map((passage) => {
    const at = chunks.findIndex((chunk) => passageCoverage(passage, chunk) >= leastCovered);
    return at < 0 ? null : at + 1;
  });
}
