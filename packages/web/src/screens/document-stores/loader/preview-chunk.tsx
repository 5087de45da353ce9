import { useState } from 'react';
import { knowledgeWorkTexts } from '../../../kit/texts/en/knowledge-work.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { usePlaceText } from '../use-place-text.ts';
import styles from './chunk-preview.module.css';
import { sharedHead } from './shared-head.ts';

/** A text of more than this is shown in part at first. */
const longText = 900;

interface PreviewChunkProps {
  number: number;
  chunk: { pageContent: string; metadata: Record<string, unknown> };
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
    </li>
  );
}
