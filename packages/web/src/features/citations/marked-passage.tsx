import { useMemo } from 'react';
import { alignWords } from './align-words.ts';
import styles from './citation-viewer.module.css';
import { wordTokens } from './word-tokens.ts';

/** Where in a text stands what a sentence says; undefined where it says something else. */
export function citedRange(text: string, sentence: string): [from: number, to: number] | undefined {
  const tokens = wordTokens(text);
  const words = wordTokens(sentence).map(({ word }) => word);
  const found = alignWords(
    words,
    tokens.map(({ word }) => word),
  );
  const [first, last] = found ? [tokens[found.from], tokens[found.to]] : [];
  return first && last ? [first.from, last.to] : undefined;
}

/** A passage with the words that were cited painted. */
export function MarkedPassage({ text, sentence }: { text: string; sentence: string }) {
  const range = useMemo(() => citedRange(text, sentence), [text, sentence]);
  const [from, to] = range ?? [0, 0];
  return (
    <p className={styles['passage']}>
      {text.slice(0, from)}
      {to > from && <mark>{text.slice(from, to)}</mark>}
      {text.slice(to)}
    </p>
  );
}
