import { type SpokenPhrases, spokenPhrases } from './phrases.data.ts';

/** Words of a text in any script: "你好 world" has two. */
export function wordsOf(text: string): string[] {
  return [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
}
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Normalizes phrases for comparison: lower case, no punctuation at the edges of words. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[^\p{L}\p{M}\p{N}'\-\s]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Phrases of a language and of English, which callers mix in; all of them when the language is unknown. */
function phrasesOf(language: string, kind: keyof SpokenPhrases): readonly string[] {
  const [base = ''] = language.split('-');
  const own = spokenPhrases[base];
  if (!own) return Object.values(spokenPhrases).flatMap((phrases) => phrases[kind]);
  return base === 'en' ? own[kind] : [...own[kind], ...(spokenPhrases['en']?.[kind] ?? [])];
}

/** Removes known phrases from the start of a text as long as there is one; returns the rest. */
function withoutPhrases(text: string, phrases: readonly string[]): string {
  const longestFirst = phrases.toSorted((left, right) => right.length - left.length);
  let rest = plain(text);
  for (;;) {
    const found = longestFirst.find((phrase) => startsWithPhrase(rest, phrase));
    if (found === undefined) return rest;
    rest = rest.slice(found.length).trim();
  }
}

const hasSpaces = (phrase: string) => !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(phrase);

function startsWithPhrase(text: string, phrase: string): boolean {
  if (!text.startsWith(phrase)) return false;
  const next = text[phrase.length];
  return next === undefined || next === ' ' || !hasSpaces(phrase);
}

/** What an agent says to show that it listens; in English where its language is not known. */
export function listeningWords(language: string): readonly string[] {
  const [base = ''] = language.split('-');
  return (spokenPhrases[base] ?? spokenPhrases['en'])?.listening ?? [];
}

/** True for "uh-huh", "okay, right" and the like: a listener who does not want to speak. */
export function isAcknowledgement(text: string, language: string): boolean {
  if (plain(text) === '') return false;
  return withoutPhrases(text, phrasesOf(language, 'acknowledgements')) === '';
}

/** True when the words begin with "wait", "no" or the like. */
export function isStopPhrase(text: string, language: string): boolean {
  const said = plain(text);
  return phrasesOf(language, 'stops').some((phrase) => startsWithPhrase(said, phrase));
}

/** True when the last words promise more: "and", "um", "my number is". */
export function isHesitation(text: string, language: string): boolean {
  const said = plain(text);
  return phrasesOf(language, 'hesitations').some(
    (phrase) => said === phrase || said.endsWith(hasSpaces(phrase) ? ` ${phrase}` : phrase),
  );
}
