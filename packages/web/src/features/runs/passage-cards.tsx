import { BookOpenText } from 'lucide-react';
import { useState } from 'react';
import { traceTexts } from '../../kit/texts/en/chat.ts';
import { citationTexts } from '../../kit/texts/en/citations.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { CitationViewer } from '../citations/citation-viewer.tsx';
import type { FoundPassage } from './found-passages.ts';
import styles from './value-card.module.css';

interface PassageCardsProps {
  passages: readonly FoundPassage[];
  /** What was asked: what of it stands in the document is painted. */
  question: string;
}

/** What a search has found, one card each; its document opens at the passage. */
export function PassageCards({ passages, question }: PassageCardsProps) {
  return passages.map((passage, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: passages keep their places
    <PassageCard key={index} number={index + 1} passage={passage} question={question} />
  ));
}

interface PassageCardProps {
  number: number;
  passage: FoundPassage;
  question: string;
}

function PassageCard({ number, passage: { text, title, score, target }, question }: PassageCardProps) {
  const t = useTexts(traceTexts);
  const ofCitation = useTexts(citationTexts);
  const [isOpen, setOpen] = useState(false);
  const name = title === '' ? t('passageNumber', { number }) : `${number} · ${title}`;
  return (
    <section className={styles['card']} aria-label={name}>
      <header>
        <h3>{name}</h3>
        {score !== undefined && <span>{score.toFixed(3)}</span>}
        {target && (
          <IconButton label={ofCitation('openDocument')} size="small" onClick={() => setOpen(true)}>
            <BookOpenText size={16} />
          </IconButton>
        )}
      </header>
      <p className={styles['passage']}>{text}</p>
      {target && (
        <CitationViewer
          target={target}
          title={title || name}
          sentence={question}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
        >
          <p className={styles['passage']}>{text}</p>
        </CitationViewer>
      )}
    </section>
  );
}
