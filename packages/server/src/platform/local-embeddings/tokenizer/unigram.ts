import * as z from 'zod';
import type { TokensOf } from './word-piece.ts';

const model = z.object({
  vocab: z.array(z.tuple([z.string(), z.number()])).min(1),
  unk_id: z.number().int().nullish(),
});

/** How much less likely than the least likely piece a letter is that no piece has. */
const penalty = 10;

/** Words cut into the pieces of a vocabulary that are the most likely together. */
export function openUnigram(given: unknown): { tokensOf: TokensOf; size: number } {
  const { vocab, unk_id: unknown } = model.parse(given);
  const ids = new Map<string, number>();
  let longest = 1;
  let least = 0;
  for (const [id, [piece, score]] of vocab.entries()) {
    if (!ids.has(piece)) ids.set(piece, id);
    longest = Math.max(longest, piece.length);
    least = Math.min(least, score);
  }

  function tokensOf(word: string): readonly number[] {
    const best = new Float64Array(word.length + 1).fill(Number.NEGATIVE_INFINITY);
    const from = new Int32Array(word.length + 1);
    const by = new Int32Array(word.length + 1).fill(-1);
    best[0] = 0;
    const reach = (start: number, end: number, score: number, id: number) => {
      const sum = (best[start] ?? 0) + score;
      if (sum <= (best[end] ?? 0)) return;
      best[end] = sum;
      from[end] = start;
      by[end] = id;
    };
    for (let start = 0; start < word.length; start += 1) {
      if (best[start] === Number.NEGATIVE_INFINITY) continue;
      for (let end = Math.min(word.length, start + longest); end > start; end -= 1) {
        const id = ids.get(word.slice(start, end));
        if (id !== undefined && id !== unknown) reach(start, end, vocab[id]?.[1] ?? least, id);
      }
      const letter = (word.codePointAt(start) ?? 0) > 0xffff ? 2 : 1;
      reach(start, Math.min(word.length, start + letter), least - penalty, -1);
    }
    const found: number[] = [];
    for (let end = word.length; end > 0; end = from[end] ?? 0)
      if ((by[end] ?? -1) >= 0) found.push(by[end] ?? 0);
    return found.reverse();
  }
  return { tokensOf, size: vocab.length };
}
