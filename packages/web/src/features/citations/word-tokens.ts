/** A word of a text, and where it stands. */
interface WordToken {
  /** As it is compared: without case, accents and points. */
  word: string;
  from: number;
  to: number;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** The words of a text by the rules of Unicode, in any script. */
export function wordTokens(text: string): WordToken[] {
  const tokens: WordToken[] = [];
  for (const { segment, index, isWordLike } of segmenter.segment(text)) {
    if (!isWordLike) continue;
    const word = segment.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
    tokens.push({ word, from: index, to: index + segment.length });
  }
  return tokens;
}
