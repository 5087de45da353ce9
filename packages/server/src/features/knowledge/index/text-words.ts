const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
const longestWord = 64;
/** Part numbers, addresses, versions: they mean something as a whole. */
const code = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:(?:[-_./+#@:&][\p{L}\p{N}]+)+|\+\+|#)/gu;
/** Sounds of Latin, Greek and Cyrillic letters; the marks of other scripts are letters of their own. */
const diacritics = /[\u0300-\u036f]/g;

/** The same word however it is written: width, case, accents. */
function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().normalize('NFD').replace(diacritics, '').normalize('NFC');
}

/**
 * The words of a text in any language, in order, folded; a code with its punctuation is one more. Only letters, digits
 * and the signs within codes are left.
 */
export function textWords(text: string): string[] {
  const folded = fold(text);
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(folded)) {
    if (!isWordLike) continue;
    const word = segment.replace(/[^\p{L}\p{N}\p{M}]/gu, '');
    if (word !== '' && word.length <= longestWord) words.push(word);
  }
  for (const [found] of folded.matchAll(code))
    if (/[\p{N}+#]/u.test(found) && found.length <= longestWord) words.push(found);
  return words;
}
