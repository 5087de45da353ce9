import { useContext, useState } from 'react';
import { chatTexts } from '../../kit/texts/en/chat.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { SourceDialog } from './source-dialog.tsx';
import { findSource } from './source-list.ts';
import styles from './sources.module.css';
import { SourcesContext } from './sources-context.ts';

/** The number of a source inside the text; it opens that source. */
export function CitationChip({ number, sentence }: { number: number; sentence: string }) {
  const t = useTexts(chatTexts);
  const [isOpen, setOpen] = useState(false);
  const source = findSource(useContext(SourcesContext), number);
  if (!source) return <>[{number}]</>;
  const label = t('sourceNamed', { number, title: source.title });
  if (source.url !== undefined) {
    return (
      <a
        className={styles['citation']}
        href={source.url}
        target="_blank"
        rel="noopener noreferrer nofollow"
        aria-label={t('openInNewTab', { title: label })}
        title={source.title}
      >
        {number}
      </a>
    );
  }
  return (
    <>
      <button
        type="button"
        className={styles['citation']}
        aria-label={label}
        title={source.title}
        onClick={() => setOpen(true)}
      >
        {number}
      </button>
      <SourceDialog
        source={source}
        number={number}
        sentence={sentence}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
