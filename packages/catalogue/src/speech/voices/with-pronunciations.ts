import type { Pronunciation } from '@tendril/contract/provider/text-to-speech';

/**
 * A text in which each word that has a pronunciation is written as the vendor wants it; words are whole and compared
 * without their case. `plain` writes what stands between them.
 */
export function withPronunciations(
  text: string,
  pronunciations: readonly Pronunciation[] | undefined,
  write: (pronunciation: Pronunciation, as: string) => string,
  plain: (text: string) => string = (same) => same,
): string {
  const known = (pronunciations ?? []).filter(({ word, ipa }) => word.trim() !== '' && ipa.trim() !== '');
  let written = '';
  let rest = text;
  while (rest !== '') {
    const next = firstOf(rest, known);
    if (!next) break;
    const end = next.at + next.pronunciation.word.length;
    written += plain(rest.slice(0, next.at)) + write(next.pronunciation, rest.slice(next.at, end));
    rest = rest.slice(end);
  }
  return written + plain(rest);
}

function firstOf(text: string, known: readonly Pronunciation[]) {
  const lower = text.toLowerCase();
  let first: { at: number; pronunciation: Pronunciation } | undefined;
  for (const pronunciation of known) {
    const at = wholeWordAt(lower, pronunciation.word.toLowerCase());
    if (at < 0) continue;
    const isLonger = first?.at === at && pronunciation.word.length > first.pronunciation.word.length;
    if (!first || at < first.at || isLonger) first = { at, pronunciation };
  }
  return first;
}

function wholeWordAt(text: string, word: string): number {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const isInside = isLetter(text[at - 1]) || isLetter(text[at + word.length]);
    if (!isInside) return at;
  }
  return -1;
}

const isLetter = (character: string | undefined) =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character);
