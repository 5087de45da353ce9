import type { FoundChunk } from '@tendril/contract/api/document-store-vectors';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { knowledgeWorkTexts } from '../../../kit/texts/en/knowledge-work.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Chip } from '../../../kit/ui/chip.tsx';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { markWords } from '../mark-words.ts';
import { MarkedText } from '../marked-text.tsx';
import { usePlaceText } from '../use-place-text.ts';
import styles from './query-screen.module.css';

const longText = 700;

interface FoundCardProps {
  chunk: FoundChunk;
  words: readonly string[];
  /** Why it was left out; of a near miss. */
  why?: string;
  onOpen: () => void;
}

/** A chunk with how near it is, where it stands, and the words of the question in it. */
export function FoundCard({ chunk, words, why, onOpen }: FoundCardProps) {
  const t = useTexts(knowledgeWorkTexts);
  const place = usePlaceText();
  const [isWhole, setWhole] = useState(false);
  const { chunkNo, pageContent, metadata, score, loaderName } = chunk;
  const isLong = pageContent.length > longText;
  const shownScore = score.toFixed(3);
  return (
    <article className={styles['card']} data-miss={why !== undefined || undefined}>
      <header>
        <span className={styles['bar']} aria-hidden="true">
          <i style={{ inlineSize: `${Math.min(1, Math.max(0, score)) * 100}%` }} />
        </span>
        <strong>{t('score', { score: shownScore })}</strong>
        {why && <Chip label={why} />}
        <IconButton size="small" label={t('editThis', { number: chunkNo })} onClick={onOpen}>
          <Pencil size={16} />
        </IconButton>
      </header>
      <p className={styles['text']} data-short={(isLong && !isWhole) || undefined}>
        <MarkedText parts={markWords(pageContent, words)} />
      </p>
      {isLong && (
        <Button size="small" look="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {t(isWhole ? 'showLess' : 'showAll')}
        </Button>
      )}
      <footer>
        {[loaderName, place(metadata), t('chunkNumber', { number: chunkNo })].filter(Boolean).join(' · ')}
      </footer>
    </article>
  );
}
