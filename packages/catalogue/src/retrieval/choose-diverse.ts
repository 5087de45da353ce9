import type { FoundPassage } from '@tendril/contract/provider/outside-store';

function cosine(left: readonly number[], right: readonly number[]): number {
  let dot = 0;
  for (const [index, value] of left.entries()) dot += value * (right[index] ?? 0);
  const lengths = Math.hypot(...left) * Math.hypot(...right);
  return lengths === 0 ? 0 : dot / lengths;
}

/**
 * Maximal marginal relevance: passages near the question and unlike each other. `lambda` is 1 for nearness alone and 0
 * for difference alone.
 */
export function chooseDiverse(
  query: readonly number[],
  found: readonly FoundPassage[],
  count: number,
  lambda: number,
): FoundPassage[] {
  const left = found.map((passage) => {
    const vector = passage.vector ?? [];
    return { passage, vector, nearness: cosine(query, vector), likeness: Number.NEGATIVE_INFINITY };
  });
  const chosen: FoundPassage[] = [];
  while (chosen.length < count && left.length > 0) {
    const worths = left.map(({ nearness, likeness }) =>
      chosen.length === 0 ? nearness : lambda * nearness - (1 - lambda) * likeness,
    );
    const [best] = left.splice(worths.indexOf(Math.max(...worths)), 1);
    if (!best) break;
    chosen.push(best.passage);
    for (const other of left) other.likeness = Math.max(other.likeness, cosine(best.vector, other.vector));
  }
  return chosen;
}
