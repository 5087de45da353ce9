/** How much the first places of a channel count over the others. */
const flatness = 60;

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
  return [...scores]
    .map(([item, score]) => ({ item, score }))
    .sort((one, other) => other.score - one.score || one.item - other.item);
}
