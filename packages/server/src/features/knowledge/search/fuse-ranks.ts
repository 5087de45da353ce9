/** How much the first places of a channel count over the others. */
const flatness = 60;
const precision = 1e13;

/** One list of found things, best first, and how much it counts. */
interface RankedChannel {
  items: readonly number[];
  weight: number;
}

/**
 * Reciprocal rank fusion: one list out of several, by places alone, because scores of different kinds cannot be compared.
 * Best first; of equal ones, the smaller number.
 */
export function fuseRanks(channels: readonly RankedChannel[]): { item: number; score: number }[] {
  const scores = new Map<number, number>();
  for (const { items, weight } of channels)
    for (const [place, item] of items.entries())
      scores.set(item, (scores.get(item) ?? 0) + weight / (flatness + place + 1));
  return (
    [...scores]
      // Sums that are equal differ in their last digits by how they came about; unequal ones differ by more than this.
      .map(([item, score]) => ({ item, score: Math.round(score * precision) / precision }))
      .sort((one, other) => other.score - one.score || one.item - other.item)
  );
}

/** What each way of finding counts, where words have this share of both; half of both is 1 for each. */
export function channelWeights(wordShare = 0.5): { vectors: number; words: number } {
  return { vectors: 2 * (1 - wordShare), words: 2 * wordShare };
}
