import type { FoundChunk, queryDocumentStore } from '@tendril/contract/api/document-store-vectors';
import type { Answer } from '@tendril/contract/api/endpoint';
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { knowledgeWorkTexts } from '../../../kit/texts/en/knowledge-work.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { EmptyState } from '../../../kit/ui/empty-state.tsx';
import { ChunkDrawer } from '../chunk-drawer.tsx';
import { wordsToMark } from '../mark-words.ts';
import { FoundCard } from './found-card.tsx';
import type { QueryBody } from './query-draft.ts';
import styles from './query-screen.module.css';

interface FoundListProps {
  asked: QueryBody;
  found: Answer<typeof queryDocumentStore>;
  /** A chunk was corrected or deleted. */
  onChanged: () => void;
}

/** The results of a question, and its near misses. */
export function FoundList({ asked, found: { docs, misses, timeTaken }, onChanged }: FoundListProps) {
  const t = useTexts(knowledgeWorkTexts);
  const [opened, setOpened] = useState<FoundChunk | null>(null);
  const words = wordsToMark(asked.query);
  const { minScore } = asked;
  const whyLeftOut = ({ score }: FoundChunk) =>
    minScore !== undefined && score < minScore ? t('missScore') : t('missPlace', { topK: docs.length });
  return (
    <>
      <p className={styles['count']} role="status">
        {docs.length > 0 ? t('found', { count: docs.length, ms: timeTaken }) : t('foundNone')}
      </p>
      {docs.length === 0 && <EmptyState Icon={SearchX} title={t('foundNone')} text={t('foundNoneHelp')} />}
      <ol className={styles['list']}>
        {docs.map((chunk) => (
          <li key={chunk.id}>
            <FoundCard chunk={chunk} words={words} onOpen={() => setOpened(chunk)} />
          </li>
        ))}
      </ol>
      {misses.length > 0 && (
        <details className={styles['misses']} open={docs.length === 0}>
          <summary>{t('whyNot')}</summary>
          <p>{t('whyNotHelp')}</p>
          <ol className={styles['list']}>
            {misses.map((chunk) => (
              <li key={chunk.id}>
                <FoundCard
                  chunk={chunk}
                  words={words}
                  why={whyLeftOut(chunk)}
                  onOpen={() => setOpened(chunk)}
                />
              </li>
            ))}
          </ol>
        </details>
      )}
      {opened && (
        <ChunkDrawer key={opened.id} chunk={opened} onClose={() => setOpened(null)} onChanged={onChanged} />
      )}
    </>
  );
}
