/** Texts that may be found, as the database is asked for them. */
export interface WantedTexts {
  count: number;
  /** How many there are, wanted or not. */
  total: number;
  /** One bit a text, from the text `first` on. */
  first: number;
  bits: Uint8Array;
  /** The texts themselves where they are few. */
  few: readonly number[] | undefined;
}

/** So few are compared one by one: that is faster than going through a graph past all the others, and misses none. */
const fewTexts = 20_000;

/** Numbers of texts, row by row, and the smallest and largest of them. */
export interface TextRange {
  textSeqs: readonly number[];
  rows: number;
  first: number;
  last: number;
}

/** The texts of the rows that a mask has. */
export function wantedTexts(mask: Uint8Array, { textSeqs, rows, first, last }: TextRange): WantedTexts {
  const bits = new Uint8Array(rows === 0 ? 0 : ((last - first) >> 3) + 1);
  const few: number[] = [];
  let count = 0;
  for (let at = 0; at * 8 < rows; at += 1) {
    const byte = mask[at] as number;
    // Also of a mask that is shorter.
    if (!byte) continue;
    for (let row = at * 8; row < Math.min(rows, at * 8 + 8); row += 1) {
      if (((byte >> (row & 7)) & 1) === 0) continue;
      const text = textSeqs[row] as number;
      const place = text - first;
      bits[place >> 3] = (bits[place >> 3] as number) | (1 << (place & 7));
      if (count < fewTexts) few.push(text);
      count += 1;
    }
  }
  return { count, total: rows, first, bits, few: count <= fewTexts ? few : undefined };
}
