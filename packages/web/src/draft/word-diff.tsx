import { diffWordsWithSpace } from 'diff';
import { useMemo } from 'react';
import styles from './word-diff.module.css';

/** Longer texts are compared line by line by the person, not word by word by us. */
const mostLetters = 40_000;

/** Two texts as one, with what came underlined and what went struck through. */
export function WordDiff({ before, after }: { before: string; after: string }) {
  const parts = useMemo(
    () =>
      before.length + after.length > mostLetters
        ? [
            { value: before, added: false, removed: true },
            { value: after, added: true, removed: false },
          ]
        : diffWordsWithSpace(before, after),
    [before, after],
  );
  return (
    <p className={styles['text']}>
      {parts.map((part, index) => {
        const Tag = part.added ? 'ins' : part.removed ? 'del' : 'span';
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other name and never move
        return <Tag key={index}>{part.value}</Tag>;
      })}
    </p>
  );
}
