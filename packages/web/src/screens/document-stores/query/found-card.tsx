import type { StoreSearchAnswer } from '@tendril/contract/api/document-store-search';
import { BookOpenText, Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { CitationViewer } from '../../../features/citations/citation-viewer.tsx';
import { citationTexts } from '../../../kit/texts/en/citations.ts';
import { knowledgeWorkTexts } from '../../../kit/texts/en/knowledge-work.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Chip } from '../../../kit/ui/chip.tsx';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { markText, markWords } from '../mark-words.ts';
import { MarkedText } from '../marked-text.tsx';
import { usePlaceText } from '../use-place-text.ts';
import { ChannelBars } from './channel-bars.tsx';
import styles from './query-screen.module.css';

const longText = 700;

interface FoundCardProps {
  /** What was asked: what of it stands in the document is painted. */
  question: string;
  chunk: StoreSearchAnswer['docs'][number];
  words: readonly string[];
  /** Why it was left out; of a near miss. */
  why?: string;
  /** Saves it as what the question should find. */
  test?: ReactNode;
  onOpen: () => void;
}

/** A chunk with how near it is, where it stands, and the words of the question in it. */
export function FoundCard({ question, chunk, words, why, test, onOpen }: FoundCardProps) {
  const t = useTexts(knowledgeWorkTexts);
  const ofCitation = useTexts(citationTexts);
  const place = usePlaceText();
  const [isRead, setRead] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const { chunkNo, pageContent, metadata, score, loaderName, parent } = chunk;
  const isLong = (parent?.text ?? pageContent).length > longText;
  const shownScore = score.toFixed(3);
  return (
    <article className={styles['card']} data-miss={why !== undefined || undefined}>
      <header>
        <strong>{t('score', { score: shownScore })}</strong>
        {why && <Chip label={why} />}
        <span>
          <IconButton size="small" label={ofCitation('openDocument')} onClick={() => setRead(true)}>
            <BookOpenText size={16} />
          </IconButton>
          <IconButton size="small" label={t('editThis', { number: chunkNo })} onClick={onOpen}>
            <Pencil size={16} />
          </IconButton>
        </span>
      </header>
      <ChannelBars channels={chunk.channels} />
      {parent ? (
        <div className={styles['parent']} data-short={!isWhole || undefined}>
          <section>
            <h4>{t('foundText')}</h4>
            <p className={styles['text']}>
              <MarkedText parts={markWords(pageContent, words)} />
            </p>
          </section>
          <section>
            <h4>{t('givenText')}</h4>
            <p className={styles['text']}>
              <MarkedText parts={markText(parent.text, pageContent)} />
            </p>
          </section>
        </div>
      ) : (
        <p className={styles['text']} data-short={(isLong && !isWhole) || undefined}>
          <MarkedText parts={markWords(pageContent, words)} />
        </p>
      )}
      {isLong && (
        <Button size="small" look="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {t(isWhole ? 'showLess' : 'showAll')}
        </Button>
      )}
      <CitationViewer
        target={{ kind: 'chunk', storeId: chunk.storeId, chunkId: chunk.id }}
        title={place(metadata) || loaderName}
        sentence={question}
        isOpen={isRead}
        onClose={() => setRead(false)}
      >
        <p className={styles['text']}>{pageContent}</p>
      </CitationViewer>
      {test}
      <footer>
        {[loaderName, place(metadata), t('chunkNumber', { number: chunkNo })].filter(Boolean).join(' · ')}
      </footer>
    </article>
  );
}
