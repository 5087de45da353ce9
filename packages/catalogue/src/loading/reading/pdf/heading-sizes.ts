import type { SegmentedPage } from './running-lines.ts';

const leastGrowth = 1.15;
const mostLetters = 200;
const mostBoldLetters = 120;

/** What distinguishes headings from text in one document. */
export interface HeadingSizes {
  /** Of the text. */
  body: number;
  /** The level of a heading; undefined for text. */
  levelOf(line: { text: string; size: number; isBold: boolean }): number | undefined;
}

const rounded = (size: number) => Math.round(size * 2) / 2;

/** The size of most letters is that of the text; larger ones are headings, the largest being the widest. */
export function findHeadingSizes(pages: readonly SegmentedPage[]): HeadingSizes {
  const letters = new Map<number, number>();
  let bold = 0;
  let all = 0;
  for (const { segments } of pages)
    for (const { text, size, isBold } of segments) {
      letters.set(rounded(size), (letters.get(rounded(size)) ?? 0) + text.length);
      all += text.length;
      if (isBold) bold += text.length;
    }
  const [body = 10] = [...letters].sort((one, other) => other[1] - one[1])[0] ?? [];
  const larger = [...letters.keys()]
    .filter((size) => size >= body * leastGrowth)
    .sort((one, other) => other - one);
  // Sizes that differ by rounding are one.
  const steps = larger.filter((size, index) => index === 0 || (larger[index - 1] ?? size) / size > 1.05);
  // Where all is bold, boldness says nothing.
  const usesBold = bold < all * 0.4;
  return {
    body,
    levelOf({ text, size, isBold }) {
      if (text.length > mostLetters || !/\p{L}/u.test(text)) return undefined;
      const step =
        rounded(size) >= body * leastGrowth ? steps.findIndex((one) => rounded(size) >= one / 1.05) : -1;
      if (step >= 0) return Math.min(6, step + 1);
      const isAlone = text.length <= mostBoldLetters && !/[.,;]$/.test(text);
      return usesBold && isBold && isAlone && size >= body * 0.95 ? Math.min(6, steps.length + 1) : undefined;
    },
  };
}
