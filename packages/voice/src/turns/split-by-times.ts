import type { SpokenWord } from '@tendril/contract/provider/text-to-speech';

/** Below this share of known words the times belong to another text: the voice reads figures out, for example. */
const leastFound = 0.6;

/**
 * Splits a spoken text after the last word that had ended by then, as the voice states its times. Undefined where the
 * times do not cover the text.
 */
export function splitByTimes(
  text: string,
  words: readonly SpokenWord[],
  heardMs: number,
): { heard: string; unsaid: string } | undefined {
  const lower = text.toLowerCase();
  let from = 0;
  let found = 0;
  let cut = 0;
  let isCovered = false;
  for (const { text: word, endMs } of words) {
    const core = word.toLowerCase().replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
    if (core === '') continue;
    const at = lower.indexOf(core, from);
    if (at < 0) continue;
    found += 1;
    from = at + core.length;
    if (endMs > heardMs) {
      isCovered = true;
      break;
    }
    cut = from;
  }
  const tried = words.filter(({ startMs }) => startMs <= heardMs).length;
  // Without a word behind it, the last known one may be followed by words whose times are not known yet.
  if (!isCovered || found < tried * leastFound) return undefined;
  const end = cut === 0 ? 0 : cut + (/^[^\p{L}\p{N}]*/u.exec(text.slice(cut))?.[0].length ?? 0);
  return { heard: text.slice(0, end), unsaid: text.slice(end) };
}
