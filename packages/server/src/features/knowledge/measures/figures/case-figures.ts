/** Of one question: where in the answer its expected passages are. */
interface CaseRanks {
  /** From 1, one for each expected passage; null where it is not in the answer. */
  ranks: readonly (number | null)[];
  /** How many chunks an answer has by the configuration. */
  topK: number;
}

/** How well one question is answered; each is between 0 and 1. */
export interface CaseFigures {
  /** Whether any expected passage is among the first `topK`. */
  hit: number;
  /** The share of the expected passages that are. */
  recall: number;
  /** 1 over the place of the first. */
  reciprocalRank: number;
  /** How far up they are, among the first ten, against the best possible order. */
  ndcg: number;
}

/** So many places count for nDCG. */
export const ndcgDepth = 10;

const discount = (place: number) => 1 / Math.log2(place + 1);

/** The figures of a question with at least one expected passage. */
export function caseFigures({ ranks, topK }: CaseRanks): CaseFigures {
  const found = ranks.filter((rank) => rank !== null).sort((one, other) => one - other);
  const first = found[0];
  const within = found.filter((rank) => rank <= topK);
  const expected = Math.max(1, ranks.length);
  return {
    hit: within.length > 0 ? 1 : 0,
    recall: within.length / expected,
    reciprocalRank: first !== undefined && first <= topK ? 1 / first : 0,
    ndcg: ndcgOf(found, expected),
  };
}

/** A chunk that holds several passages gives them places one after the other, so that no order is better than the best. */
function ndcgOf(found: readonly number[], expected: number): number {
  let last = 0;
  let gained = 0;
  for (const rank of found) {
    last = Math.max(rank, last + 1);
    if (last <= ndcgDepth) gained += discount(last);
  }
  let best = 0;
  for (let place = 1; place <= Math.min(expected, ndcgDepth); place += 1) best += discount(place);
  return Math.min(1, gained / best);
}
