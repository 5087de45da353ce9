import { type IndexSnapshot, textWords, type WeightedWord } from '../index/public.ts';

/** Words in more texts than this share select little, and cost most of the search. */
const mostShare = 0.1;
const mostWords = 48;
/** Of a word that no text of the sample has. */
const rarest = 1 / 1000;

/** The words of a question that are worth looking for: frequent ones only where there are no others. */
export async function questionWords(
  snapshot: IndexSnapshot,
  question: string,
  readable?: Parameters<IndexSnapshot['wordShares']>[0],
): Promise<WeightedWord[]> {
  const words = [...new Set(textWords(question))];
  if (words.length === 0) return [];
  const shares = await snapshot.wordShares(readable);
  const weighted = words.map((word) => {
    const share = shares?.get(word) ?? 0;
    return { word, share, weight: Math.log(1 / Math.max(share, rarest)) + 0.1 };
  });
  const rare = weighted.filter(({ share }) => share <= mostShare);
  return (rare.length > 0 ? rare : weighted)
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, mostWords)
    .map(({ word, weight }) => ({ word, weight }));
}
