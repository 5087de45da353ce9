import type { StoreSearchAnswer } from '@tendril/contract/api/document-store-search';
import type { FoundChunk } from '@tendril/contract/api/document-store-vectors';
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { knowledgeAccessTexts } from '../../../kit/texts/en/knowledge-access.ts';
import { knowledgeWorkTexts } from '../../../kit/texts/en/knowledge-work.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { EmptyState } from '../../../kit/ui/empty-state.tsx';
import { ChunkDrawer } from '../chunk-drawer.tsx';
import { wordsToMark } from '../mark-words.ts';
import { AddAsTest } from './add-as-test.tsx';
import { FoundCard } from './found-card.tsx';
import type { QueryBody } from './query-draft.ts';
import styles from './query-screen.module.css';
import { SearchTimes } from './search-times.tsx';

interface FoundListProps {
  asked: QueryBody;
  found: StoreSearchAnswer;
  /** A chunk was corrected or deleted. */
  onChanged: () => void;
}

/** The results of a question, and its near misses. */
export function FoundList({
  asked,
  found: { docs, misses, hidden, timings, rerank },
  onChanged,
}: FoundListProps) {
  const t = useTexts(knowledgeWorkTexts);
  const access = useTexts(knowledgeAccessTexts);
  const [opened, setOpened] = useState<FoundChunk | null>(null);
  const words = wordsToMark(asked.query);
  const { minScore } = asked;
  const whyLeftOut = ({ score }: FoundChunk) =>
    minScore != null && score < minScore ? t('missScore') : t('missPlace', { topK: docs.length });
  const { storeId, query: question } = asked;
  const testOf = ({ id }: FoundChunk) => (
    <AddAsTest {...{ storeId, question, chunkId: id }} origin="query" key={question} />
  );
  return (
    <>
      <p className={styles['count']} role="status">
        {docs.length > 0 ? t('found', { count: docs.length, ms: timings.totalMs }) : t('foundNone')}
      </p>
      {hidden > 0 && <p className={styles['hidden']}>{access('hidden', { count: hidden })}</p>}
      <SearchTimes timings={timings} />
      {(rerank === 'late' || rerank === 'failed') && (
        <p className={styles['unranked']} role="status">
          {t(rerank === 'late' ? 'rerankLate' : 'rerankFailed')}
        </p>
      )}
      {docs.length === 0 && <EmptyState Icon={SearchX} title={t('foundNone')} text={t('foundNoneHelp')} />}
      <ol className={styles['list']}>
        {docs.map((chunk) => (
          <li key={chunk.id}>
            <FoundCard
              question={asked.query}
              chunk={chunk}
              words={words}
              test={testOf(chunk)}
              onOpen={() => setOpened(chunk)}
            />
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
                  question={asked.query}
                  chunk={chunk}
                  words={words}
                  why={whyLeftOut(chunk)}
                  test={testOf(chunk)}
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
