import type { Passage } from './passages.ts';
import { type ContentWord, contentWords, readWords, sentencesOf } from './words.ts';

/** A statement of a text: one sentence, or a question of an FAQ with its answer. */
export interface Statement {
  /** What is quoted. */
  text: string;
  words: ContentWord[];
  /** Words of the FAQ question, which say most about what the answer is for. */
  titleWords: string[];
  /** Number of its passage, if that has one. */
  passage: number | undefined;
}

export interface RankedStatement extends Statement {
  score: number;
  /** Share of the question's weight that the statement covers, 0 to 1. */
  coverage: number;
}

const withoutMark = (line: string) =>
  line.replace(/^(?:q|a|question|answer)\s*[:.)]\s*/i, '').replace(/^[-*•#\d.)]+\s+/, '');

function statement(title: string, text: string, passage: number | undefined): Statement {
  return { text, words: readWords(`${title} ${text}`), titleWords: contentWords(title), passage };
}

/** Splits passages into statements; an FAQ's answer stays with its question. */
export function statementsOf(passages: readonly Passage[]): Statement[] {
  const found = new Map<string, Statement>();
  const keep = (one: Statement) => {
    if (!found.has(one.text)) found.set(one.text, one);
  };
  for (const { text, number } of passages) {
    let title = '';
    let answer: string[] = [];
    const close = () => {
      if (title && answer.length > 0) keep(statement(title, answer.join(' '), number));
      title = '';
      answer = [];
    };
    for (const block of text.split(/\n\s*\n/)) {
      for (const line of sentencesOf(block).map(withoutMark)) {
        if (line.endsWith('?')) {
          close();
          title = line;
        } else if (title) answer.push(line);
        else if (line) keep(statement('', line, number));
      }
      if (answer.length > 0) close();
    }
    close();
  }
  return [...found.values()];
}

/** Low: in short statements the presence of a word matters, not its frequency. */
const saturation = 0.4;
const unknownShare = 0.6;
const lengthShare = 0.5;
const titleBonus = 1.5;
/** The exact word counts more than a synonym. */
const rootBonus = 1.25;

function inverseFrequencies(statements: readonly Statement[]): (word: string) => number {
  const counts = new Map<string, number>();
  for (const { words } of statements)
    for (const word of new Set(words.map((one) => one.word))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word) => {
    const count = counts.get(word);
    // A word that is not in the text says little about which statement is meant.
    if (count === undefined) return unknownShare * Math.log(1 + (statements.length - 0.5) / 1.5);
    return Math.log(1 + (statements.length - count + 0.5) / (count + 0.5));
  };
}

/** Orders statements by BM25 against the question, best first; those that share no word are left out. */
export function rankStatements(question: string, statements: readonly Statement[]): RankedStatement[] {
  const asked = [...new Map(readWords(question).map((one) => [one.word, one])).values()];
  const weightOf = inverseFrequencies(statements);
  const total = asked.reduce((sum, { word }) => sum + weightOf(word), 0);
  const average =
    statements.reduce((sum, { words }) => sum + words.length, 0) / Math.max(1, statements.length);
  const ranked: RankedStatement[] = [];
  for (const one of statements) {
    const norm = saturation * (1 - lengthShare + (lengthShare * one.words.length) / Math.max(1, average));
    let score = 0;
    let covered = 0;
    for (const { word, root } of asked) {
      const met = one.words.filter((other) => other.word === word);
      if (met.length === 0) continue;
      const inTitle = one.titleWords.includes(word) ? titleBonus : 1;
      const bySelf = met.some((other) => other.root === root) ? rootBonus : 1;
      covered += weightOf(word);
      score += (inTitle * bySelf * weightOf(word) * met.length * (saturation + 1)) / (met.length + norm);
    }
    if (score > 0) ranked.push({ ...one, score, coverage: total === 0 ? 0 : covered / total });
  }
  return ranked.sort((one, other) => other.score - one.score);
}
