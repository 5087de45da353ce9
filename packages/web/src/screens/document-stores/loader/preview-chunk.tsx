import { useState } from 'react';
import { knowledgeWorkTexts } from '../../../kit/texts/en/knowledge-work.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { usePlaceText } from '../use-place-text.ts';
import styles from './chunk-preview.module.css';
import { sharedHead } from './shared-head.ts';

/** A text of more than this is shown in part at first. */
const longText = 900;

interface PreviewedChunk {
  pageContent: string;
  metadata: Record<string, unknown>;
  indexText?: string | undefined;
  parentText?: string | undefined;
}

interface PreviewChunkProps {
  number: number;
  chunk: PreviewedChunk;
  before: string | undefined;
  overlap: number;
}

/** A chunk of the preview; what it shares with the one before is marked. */
export function PreviewChunk({ number, chunk, before, overlap }: PreviewChunkProps) {
  const t = useTexts(knowledgeWorkTexts);
  const place = usePlaceText();
  const [isWhole, setWhole] = useState(false);
  const { pageContent, metadata } = chunk;
  const isLong = pageContent.length > longText;
  const shared = before === undefined ? 0 : sharedHead(before, pageContent, overlap);
  return (
    <li className={styles['chunk']}>
      <header>
        <strong>{t('chunkNumber', { number })}</strong>
        <span>{t('charCount', { count: pageContent.length })}</span>
        <span>{place(metadata)}</span>
      </header>
      <IndexedAs chunk={chunk} />
      <p className={styles['text']} data-short={(isLong && !isWhole) || undefined}>
        {shared > 0 && <mark title={t('overlapMark')}>{pageContent.slice(0, shared)}</mark>}
        {pageContent.slice(shared)}
      </p>
      {isLong && (
        <Button
          size="small"
          look="quiet"
          className={styles['more']}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {t(isWhole ? 'showLess' : 'showAll')}
        </Button>
      )}
      {chunk.parentText !== undefined && chunk.parentText !== pageContent && (
        <details className={styles['gives']}>
          <summary>{t('chunkGives')}</summary>
          <p className={styles['text']}>{chunk.parentText}</p>
        </details>
      )}
    </li>
  );
}

/** What a chunk is found by, where that is not just its text: the headings above it, or the question it answers. */
function IndexedAs({ chunk: { pageContent, indexText } }: { chunk: PreviewedChunk }) {
  const t = useTexts(knowledgeWorkTexts);
  if (indexText === undefined) return null;
  if (!indexText.endsWith(pageContent))
    return <p className={styles['under']}>{t('chunkFoundBy', { text: indexText })}</p>;
  const path = indexText.slice(0, indexText.length - pageContent.length).trim();
  return (
    <p className={styles['under']} title={t('chunkUnderHelp')}>
      {t('chunkUnder', { path })}
    </p>
  );
}
