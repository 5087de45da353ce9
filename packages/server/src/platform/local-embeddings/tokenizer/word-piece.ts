import * as z from 'zod';

/** The numbers of a word's tokens; none of those that the vocabulary lacks. */
export type TokensOf = (word: string) => readonly number[];

const model = z.object({
  vocab: z.record(z.string(), z.number().int().min(0)),
  unk_token: z.string().nullish(),
  continuing_subword_prefix: z.string().default('##'),
  max_input_chars_per_word: z.number().default(100),
});

/** Words cut into the longest pieces of a vocabulary, from their beginnings. */
export function openWordPiece(given: unknown): { tokensOf: TokensOf; size: number } {
  const { vocab, continuing_subword_prefix: prefix, max_input_chars_per_word: most } = model.parse(given);
  const ids = new Map(Object.entries(vocab));
  const longest = [...ids.keys()].reduce((length, piece) => Math.max(length, piece.length), 1);

  function tokensOf(word: string): readonly number[] {
    if (word.length > most) return [];
    const found: number[] = [];
    for (let start = 0; start < word.length; ) {
      let end = Math.min(word.length, start + longest);
      let id: number | undefined;
      for (; end > start; end -= 1) {
        const piece = word.slice(start, end);
        id = ids.get(start === 0 ? piece : prefix + piece);
        if (id !== undefined) break;
      }
      // A word of which a part is unknown is unknown as a whole.
      if (id === undefined) return [];
      found.push(id);
      start = end;
    }
    return found;
  }
  return { tokensOf, size: ids.size };
}
