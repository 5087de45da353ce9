/** The part of a text that another one repeats; both ends belong to it. */
interface WordAlignment {
  from: number;
  to: number;
  score: number;
}

const gap = -1;
const mismatch = -2;
/** Two words of content, or a number and its unit. */
const leastScore = 6;
const mostCells = 2_000_000;

/** Two forms of one word: "parcel" and "parcels", "deliver" and "delivery". */
function isForm(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return short.length >= 4 && long.length - short.length <= 4 && long.startsWith(short.slice(0, -1));
}

/** Short words are in every sentence. */
function similarity(one: string, other: string): number {
  if (one === other) return one.length > 3 || /\p{N}|[^\p{Script=Latin}]/u.test(one) ? 4 : 1;
  return isForm(one, other) ? 3 : mismatch;
}

/**
 * The words of `passage` that `sentence` was written from: the best local alignment of both (Smith and Waterman).
 * Undefined where nothing worth pointing at is the same.
 */
export function alignWords(
  sentence: readonly string[],
  passage: readonly string[],
): WordAlignment | undefined {
  const width = passage.length + 1;
  if (sentence.length === 0 || passage.length === 0 || sentence.length * width > mostCells) return undefined;
  let above = new Int32Array(width);
  // Where the alignment that ends in a cell began.
  let startsAbove = new Int32Array(width);
  let best: WordAlignment = { from: 0, to: 0, score: 0 };
  for (const word of sentence) {
    const row = new Int32Array(width);
    const starts = new Int32Array(width);
    for (let at = 1; at < width; at += 1) {
      const same = similarity(word, passage[at - 1] ?? '');
      const diagonal = (above[at - 1] ?? 0) + same;
      const fromAbove = (above[at] ?? 0) + gap;
      const fromLeft = (row[at - 1] ?? 0) + gap;
      const score = Math.max(0, diagonal, fromAbove, fromLeft);
      if (score === 0) continue;
      row[at] = score;
      if (score === diagonal) starts[at] = (above[at - 1] ?? 0) > 0 ? (startsAbove[at - 1] ?? 0) : at - 1;
      else starts[at] = (score === fromAbove ? startsAbove[at] : starts[at - 1]) ?? 0;
      // Only a pair of words ends an alignment: what comes after is not said by the sentence.
      if (score > best.score && score === diagonal && same > 0)
        best = { from: starts[at] ?? 0, to: at - 1, score };
    }
    above = row;
    startsAbove = starts;
  }
  return best.score >= leastScore ? best : undefined;
}
