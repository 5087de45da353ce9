import { phrases, stopWords, synonyms } from './words.data.ts';

/** Removes the commonest English endings, so that "returned items" matches "return an item". */
export function stem(word: string): string {
  if (word.length <= 3) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (word.endsWith('ing') && word.length > 5) return undouble(word.slice(0, -3));
  if (word.endsWith('ed') && word.length > 4) return undouble(word.slice(0, -2));
  if (/(?:ch|sh|x|ss|z)es$/.test(word)) return word.slice(0, -2);
  if (word.endsWith('s') && !word.endsWith('ss') && !word.endsWith('us')) return withoutE(word.slice(0, -1));
  return withoutE(word);
}

const withoutE = (word: string) => (word.endsWith('e') && word.length > 4 ? word.slice(0, -1) : word);

function undouble(word: string): string {
  return /([bdgklmnprt])\1$/.test(word) ? word.slice(0, -1) : withoutE(word);
}

const groupOf = new Map<string, string>();
for (const group of synonyms) {
  const first = group[0] ?? '';
  for (const word of group) if (!groupOf.has(stem(word))) groupOf.set(stem(word), stem(first));
}

/** All words of a text in lower case, in order. */
export function rawWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? [];
}

/** A content word: its stem, and the word that stands for it and its synonyms. */
export interface ContentWord {
  root: string;
  word: string;
}

/** The content words of a text, in order. */
export function readWords(text: string): ContentWord[] {
  const plain = phrases.reduce((current, [pattern, word]) => current.replace(pattern, word), text);
  const found: ContentWord[] = [];
  for (const word of rawWords(plain)) {
    if (stopWords.has(word)) continue;
    const root = stem(word);
    found.push({ root, word: groupOf.get(root) ?? root });
  }
  return found;
}

/** The content words of a text, stemmed and with synonyms unified. */
export function contentWords(text: string): string[] {
  return readWords(text).map(({ word }) => word);
}

/** Splits running text into sentences; a line break ends one too. */
export function sentencesOf(text: string): string[] {
  return text
    .split(
      /(?<!\b(?:Dr|Mr|Mrs|Ms|Prof|St|No|approx|incl|e\.g|i\.e)\.)(?<=[.!?…])["'”’)]*\s+(?=[\p{Lu}\p{N}"“‘(¿¡-])|\n+/u,
    )
    .map((sentence) => sentence.trim())
    .filter(Boolean);
}
