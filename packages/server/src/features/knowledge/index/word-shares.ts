import { setImmediate as nextTick } from 'node:timers/promises';
import { textWords } from './text-words.ts';

const textsAtOnce = 10;

/** In which share of some texts each word is; the rarest are left out. */
export async function wordShares(texts: readonly string[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const [at, text] of texts.entries()) {
    for (const word of new Set(textWords(text))) counts.set(word, (counts.get(word) ?? 0) + 1);
    if (at % textsAtOnce === textsAtOnce - 1) await nextTick();
  }
  const shares = new Map<string, number>();
  for (const [word, count] of counts) if (count > 1) shares.set(word, count / texts.length);
  return shares;
}
