import { useContext } from 'react';
import { chatTexts } from '../../kit/texts/en/chat.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { CitationViewer } from '../citations/citation-viewer.tsx';
import { CitedAnswerContext } from '../citations/cited-answer.ts';
import type { SourceEntry } from './source-list.ts';
import styles from './sources.module.css';

interface SourceDialogProps {
  source: SourceEntry;
  /** The place among the answer's sources. */
  number: number;
  /** The sentence that cites it; empty where none does. */
  sentence: string;
  isOpen: boolean;
  onClose: () => void;
}

/** What an answer used: its document at the passage where that is kept, else the passage with what is known about it. */
export function SourceDialog({ source, number, sentence, isOpen, onClose }: SourceDialogProps) {
  const t = useTexts(chatTexts);
  const answer = useContext(CitedAnswerContext);
  const title = t('sourceNamed', { number: source.numbers[0] ?? 1, title: source.title });
  const passages = <Passages source={source} />;
  // Only what was found in a knowledge base has an id.
  if (!answer || source.documents[0]?.id === undefined) {
    return (
      <Dialog isOpen={isOpen} title={title} onClose={onClose} width={640}>
        {passages}
      </Dialog>
    );
  }
  const target = { kind: 'answer' as const, ...answer, number };
  return (
    <CitationViewer target={target} title={title} sentence={sentence} isOpen={isOpen} onClose={onClose}>
      {passages}
    </CitationViewer>
  );
}

function Passages({ source }: { source: SourceEntry }) {
  return (
    <>
      {source.documents.map((document, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: passages have no id and keep their places
        <section key={index} className={styles['passage']}>
          <p className={styles['text']}>{document.pageContent}</p>
          <dl>
            {factsOf(document.metadata).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}

function factsOf(metadata: Readonly<Record<string, unknown>> | undefined): [name: string, value: string][] {
  return Object.entries(metadata ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
  ]);
}
