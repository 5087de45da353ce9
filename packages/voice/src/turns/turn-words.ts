import { spokenDigits } from './dictation.data.ts';
import { isAcknowledgement, isHesitation, wordsOf } from './phrases.ts';

/**
 * What a caller's words so far say about what comes next. `open`: they promise more; `dictating`: digits or letters are
 * being read out; `finished`, `question`: a sentence is complete; `plain`: they say nothing about it; `none`: there are
 * none yet.
 */
export type TurnWords = 'none' | 'open' | 'dictating' | 'finished' | 'question' | 'plain';

const asked = /[?？؟\u037e]["'”’»)\]]*$/u;
const finished = /[.!。！।…]["'”’»)\]]*$/u;
/** A telephone number with its area code: after so many digits the number is complete. */
const wholeNumber = 10;
/** A number is dictated from so many digits on; fewer may as well be an hour or an amount. */
const fewestDigits = 3;
const fewestLetters = 2;

/** Reads the words of a turn so far. */
export function readTurnWords(text: string, language: string): TurnWords {
  const said = text.trim();
  if (said === '') return 'none';
  const words = wordsOf(said.toLowerCase());
  const known = digitsOf(language);
  const isAddress = known.joints.has(words.at(-1) ?? '') && words.length > 1;
  if (isAddress || isHesitation(said, language)) return 'open';
  if (isDictating(words, known)) return 'dictating';
  if (asked.test(said)) return 'question';
  return finished.test(said) || isAcknowledgement(said, language) ? 'finished' : 'plain';
}

/** So many of the last words tell whether something is being read out. */
const recentWords = 4;
/** and an address stands within so many of the last letters. */
const addressLetters = 40;

/** A number, an address or a spelling is being read out or announced: not a word in between. */
export function isReadingOut(text: string, language: string): boolean {
  const known = digitsOf(language);
  const recent = wordsOf(text.toLowerCase()).slice(-recentWords);
  const last = recent.at(-1) ?? '';
  const isDigit = (word: string) => /\p{N}/u.test(word) || known.digits.has(word);
  const isLetter = (word: string) => /^\p{L}$/u.test(word) && isAlphabetic(word);
  // A single "one" among other words counts nothing, and "I" and "a" are words.
  if (known.joints.has(last) || isDigit(last) || recent.some((word) => known.announced.has(word)))
    return true;
  if (/\p{N}/u.test(recent.join(' ')) || recent.filter(isDigit).length > 1) return true;
  // Segments of words hold no "@".
  if (text.slice(-addressLetters).includes('@')) return true;
  return recent.some((word, at) => isLetter(word) && isLetter(recent[at + 1] ?? ''));
}

/** Digits or single letters stand at the end, and too few of them for a whole number. */
function isDictating(words: readonly string[], known: KnownDigits): boolean {
  let [digits, letters, count] = [0, 0, 0];
  for (const word of words.toReversed()) {
    if (/^\p{N}+$/u.test(word)) digits += word.length;
    else if (known.digits.has(word)) digits += 1;
    // Scripts without spaces write several digits as one word.
    else if ([...word].every((sign) => known.digits.has(sign))) digits += [...word].length;
    else if (/^\p{L}$/u.test(word) && isAlphabetic(word)) letters += 1;
    else break;
    count += 1;
  }
  if (count === 0 || digits >= wholeNumber) return false;
  const before = words.slice(Math.max(0, words.length - count - 3), words.length - count);
  const isAnnounced = before.some((word) => known.announced.has(word));
  const isAll = count === words.length;
  return isAll || isAnnounced || digits + letters >= fewestDigits || letters >= fewestLetters;
}

/** In scripts without an alphabet, a word of one character is a word. */
const isAlphabetic = (letter: string) =>
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u.test(letter);

interface KnownDigits {
  digits: ReadonlySet<string>;
  announced: ReadonlySet<string>;
  joints: ReadonlySet<string>;
}

const knownByLanguage = new Map<string, KnownDigits>();

/** Words of a language and of English, which callers mix in; all of them when the language is unknown. */
function digitsOf(language: string): KnownDigits {
  const [base = ''] = language.split('-');
  const cached = knownByLanguage.get(base);
  if (cached) return cached;
  const own = spokenDigits[base];
  const english = spokenDigits['en'];
  const tables = own && english ? [...new Set([own, english])] : Object.values(spokenDigits);
  const known = {
    digits: new Set(tables.flatMap(({ digits }) => digits)),
    announced: new Set(tables.flatMap(({ announced }) => announced)),
    // What joins addresses in one language is an ordinary word in another.
    joints: new Set(own ? own.joints : []),
  };
  if (own) knownByLanguage.set(base, known);
  return known;
}
