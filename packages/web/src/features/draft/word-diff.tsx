import { useMemo } from 'react';
import { draftsTexts } from '../../kit/texts/en/drafts.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { diffTexts } from './diff-texts.ts';
import styles from './word-diff.module.css';

const tags = { same: 'span', added: 'ins', removed: 'del' } as const;
const grouped = new Intl.NumberFormat('en-US');

/** Two texts as one, with what came underlined and what went struck through. */
export function WordDiff({ before, after }: { before: string; after: string }) {
  const t = useTexts(draftsTexts);
  const parts = useMemo(() => diffTexts(before, after), [before, after]);
  return (
    <p className={styles['text']}>
      {parts.map(({ kind, value, leftOut }, index) => {
        const Tag = tags[kind];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other name and never move
          <Tag key={index}>
            {value}
            {leftOut && <small>{t('unchangedLetters', { count: grouped.format(leftOut.count) })}</small>}
            {leftOut?.rest}
          </Tag>
        );
      })}
    </p>
  );
}
