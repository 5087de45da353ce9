import { commonPasswordWords } from './common-password-words.ts';

/** The minimum length of a new password. */
export const fewestPasswordCharacters = 12;
export const mostPasswordCharacters = 128;

/** Why a password is refused. */
export type PasswordFault = 'short' | 'common' | 'address';

const fewestDistinct = 5;
const fewestDigitsAlone = 16;
/** Less than this besides common words is no secret. */
const fewestOwnCharacters = 4;
const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'qazwsxedcrfvtgbyhnujm',
];
const sequences = rows.flatMap((row) => [row, [...row].reverse().join('')]);
const leastRun = 3;
const mostCommonWords = 2;
const alikeLetters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const words = new RegExp(
  [...commonPasswordWords].sort((left, right) => right.length - left.length).join('|'),
  'g',
);

/** What is wrong with a new password of the person with this address; undefined when it is acceptable. */
export function findPasswordFault(password: string, email = ''): PasswordFault | undefined {
  const text = password.normalize('NFKC').toLowerCase();
  if ([...text].length < fewestPasswordCharacters) return 'short';
  if (isOfAddress(text, email)) return 'address';
  return isGuessedFirst(text) ? 'common' : undefined;
}

function isOfAddress(text: string, email: string): boolean {
  const [name = '', domain = ''] = email.toLowerCase().split('@');
  const plain = withoutMarks(text);
  return [withoutMarks(name + domain), withoutMarks(name)].some(
    (part) =>
      part.length >= fewestOwnCharacters &&
      plain.includes(part) &&
      plain.replaceAll(part, '').replaceAll(/\d/g, '').length < fewestOwnCharacters,
  );
}

function isGuessedFirst(text: string): boolean {
  const characters = new Set(text);
  if (characters.size < fewestDistinct || withoutRuns(text).length < fewestOwnCharacters) return true;
  if (/^[\d\W_]+$/u.test(text) && !/\p{L}/u.test(text)) return [...text].length < fewestDigitsAlone;
  const likeLetters = [...text].map((character) => alikeLetters[character] ?? character).join('');
  return isCommonWords(text) || isCommonWords(likeLetters);
}

/** One or two common words, with digits and special characters around them. */
function isCommonWords(text: string): boolean {
  const letters = text.replaceAll(/[^\p{L}]/gu, '');
  const found = new Set<string>();
  const own = letters.replaceAll(words, (word) => {
    found.add(word);
    return '';
  });
  return found.size > 0 && found.size <= mostCommonWords && withoutRuns(own).length < fewestOwnCharacters;
}

/** What is left without sequences from the alphabet, the digits and keyboard rows. */
function withoutRuns(text: string): string {
  let own = '';
  for (let at = 0; at < text.length; ) {
    const length = runAt(text, at);
    if (length < leastRun) own += text[at];
    at += length < leastRun ? 1 : length;
  }
  return own;
}

function runAt(text: string, start: number): number {
  let longest = 0;
  for (const row of sequences) {
    const from = row.indexOf(text[start] ?? '');
    if (from < 0) continue;
    let length = 0;
    while (start + length < text.length && row[from + length] === text[start + length]) length += 1;
    longest = Math.max(longest, length);
  }
  return longest;
}

function withoutMarks(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '');
}
