import { type ContentWord, rawWords, readWords, sentencesOf } from './words.ts';

export const demoDimensions = 256;

/** FNV-1a: small, and the same on every machine. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let place = 0; place < text.length; place += 1) {
    value ^= text.charCodeAt(place);
    value = Math.imul(value, 0x01000193);
  }
  return value >>> 0;
}

/** Each feature is hashed to two positions, with signs of their own: collisions cancel out on average. */
function add(vector: number[], feature: string, weight: number): void {
  for (const salt of ['', '~']) {
    const value = hash(salt + feature);
    const place = value % demoDimensions;
    vector[place] = (vector[place] ?? 0) + (value & 0x10000 ? -weight : weight);
  }
}

const repeatWeight = 0.1;
const pairWeight = 0.4;
const letterWeight = 0.1;
/** A text's questions say what it answers. */
const questionWeight = 1.6;

/** Without a corpus to count in, a word's length approximates its rarity; numbers carry little weight. */
function weightOf(word: string): number {
  return /^\p{N}+$/u.test(word) ? 0.2 : Math.min(1.2, 0.3 + word.length * 0.08);
}

function addLetters(vector: number[], word: string): void {
  for (let start = 0; start + 3 <= word.length; start += 1) {
    add(vector, `c:${word.slice(start, start + 3)}`, letterWeight);
  }
}

interface Weighted extends ContentWord {
  weight: number;
}

function readWeighted(text: string): Weighted[] {
  return sentencesOf(text).flatMap((sentence) => {
    const share = sentence.endsWith('?') ? questionWeight : 1;
    return readWords(sentence).map((found) => ({ ...found, weight: share * weightOf(found.word) }));
  });
}

function addWords(vector: number[], found: readonly Weighted[]): void {
  const roots = new Map<string, number>();
  const words = new Map<string, number>();
  for (const { root, word, weight } of found) {
    roots.set(root, Math.max(weight, roots.get(root) ?? 0));
    const known = words.get(word);
    words.set(word, known === undefined ? weight : Math.max(weight, known) * (1 + repeatWeight));
  }
  for (const [root, weight] of roots) add(vector, `r:${root}`, weight);
  for (const [word, weight] of words) {
    add(vector, `w:${word}`, weight);
    addLetters(vector, word);
  }
  for (let place = 1; place < found.length; place += 1) {
    add(vector, `p:${found[place - 1]?.word} ${found[place]?.word}`, pairWeight);
  }
}

/** A vector of length 1 from a text's words, bigrams and character trigrams; texts with common words are close. */
export function demoEmbedding(text: string): number[] {
  const vector = new Array<number>(demoDimensions).fill(0);
  const found = readWeighted(text);
  addWords(vector, found);
  // A text of stop words only still gets a vector of its own.
  if (found.length === 0) for (const word of rawWords(text)) add(vector, `w:${word}`, weightOf(word));
  const length = Math.hypot(...vector);
  if (length === 0) vector[0] = 1;
  else for (let place = 0; place < demoDimensions; place += 1) vector[place] = (vector[place] ?? 0) / length;
  return vector;
}
