import type { WordAgo } from '../call-event.ts';

/** A word and when it sounded, in ms since the call began. */
export interface TimedWord {
  text: string;
  startMs: number;
  endMs: number;
}

/** Where a word stands in a text, with the marks around it, and when it sounded. */
interface PlacedWord {
  from: number;
  to: number;
  startMs: number;
  endMs: number;
  /** Its time was stated; that of a word between two stated ones lies between them. */
  isStated: boolean;
}

/** Below this share of words that are found, the times belong to another text. */
const leastFound = 0.6;
/** So many letters may stand before the next word that is found: a figure that was read out, a name written otherwise. */
const longestGap = 40;

/** The words of an event by the clock of its call. */
export function wordsAt(offsetMs: number, words: readonly WordAgo[]): TimedWord[] {
  return words.map(({ text, agoMs }) => ({
    text,
    startMs: Math.max(0, offsetMs - agoMs.from),
    endMs: Math.max(0, offsetMs - agoMs.to),
  }));
}

/**
 * Finds the words of a text whose times are known; what stands between two of them gets the time between them. Undefined
 * where the times belong to another text.
 */
export function placeWords(text: string, words: readonly TimedWord[]): PlacedWord[] | undefined {
  const found = findWords(text, words);
  if (found.length === 0 || found.length < words.length * leastFound) return undefined;
  return found.flatMap((word, index) => {
    const next = found[index + 1];
    const before = index === 0 ? betweenWords(text, 0, word.from, word.startMs, word.startMs) : [];
    const gap = next
      ? betweenWords(text, word.to, next.from, word.endMs, next.startMs)
      : betweenWords(text, word.to, text.length, word.endMs, word.endMs);
    return [...before, word, ...gap];
  });
}

function findWords(text: string, words: readonly TimedWord[]): PlacedWord[] {
  const lower = text.toLowerCase();
  const found: PlacedWord[] = [];
  let from = 0;
  for (const { text: word, startMs, endMs } of words) {
    const core = word.toLowerCase().replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
    const at = core === '' ? -1 : lower.indexOf(core, from);
    if (at < 0 || at - from > longestGap) continue;
    found.push({ from: at, to: at + core.length, startMs, endMs, isStated: true });
    from = at + core.length;
  }
  // Marks belong to the word that they touch.
  return found.map((word, index) => {
    const last = found[index - 1]?.to ?? 0;
    const next = found[index + 1]?.from ?? text.length;
    const before = /[^\s\p{L}\p{N}]*$/u.exec(text.slice(last, word.from))?.[0].length ?? 0;
    const behind = /^[^\s\p{L}\p{N}]*/u.exec(text.slice(word.to, next))?.[0].length ?? 0;
    const isTouched = before > 0 && word.from - before > last;
    return { ...word, from: isTouched || index === 0 ? word.from - before : word.from, to: word.to + behind };
  });
}

/** Words without a time share what lies between their neighbours, by their letters. */
function betweenWords(text: string, from: number, to: number, startMs: number, endMs: number): PlacedWord[] {
  const parts = [...text.slice(from, to).matchAll(/\S+/g)].filter(([part]) => /[\p{L}\p{N}]/u.test(part));
  const letters = parts.reduce((sum, [word]) => sum + word.length, 0);
  const msPerLetter = Math.max(0, endMs - startMs) / Math.max(1, letters);
  let before = 0;
  return parts.map(({ 0: word, index }) => {
    const begin = startMs + before * msPerLetter;
    before += word.length;
    const end = startMs + before * msPerLetter;
    const at = from + index;
    return { from: at, to: at + word.length, startMs: begin, endMs: end, isStated: false };
  });
}
