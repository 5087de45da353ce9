import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { chatTexts } from '../../kit/texts/en/chat.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { citedSentence } from '../citations/cited-sentence.ts';
import { SourceDialog } from './source-dialog.tsx';
import type { SourceEntry } from './source-list.ts';
import styles from './sources.module.css';

/** The sources of an answer: links for URLs, buttons that open the passage for everything else. */
export function SourceChips({ sources, text }: { sources: readonly SourceEntry[]; text: string }) {
  const t = useTexts(chatTexts);
  const [shown, setShown] = useState<SourceEntry>();
  const [isOpen, setOpen] = useState(false);
  const open = (source: SourceEntry) => {
    setShown(source);
    setOpen(true);
  };
  return (
    <>
      <ul className={styles['chips']} aria-label={t('sources')}>
        {sources.map((source) => (
          <li key={source.numbers[0]}>
            <SourceChip source={source} onOpen={() => open(source)} />
          </li>
        ))}
      </ul>
      {shown && (
        <SourceDialog
          source={shown}
          number={shown.numbers[0] ?? 1}
          sentence={citedIn(text, shown.numbers)}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** The first sentence of an answer that cites one of these. */
function citedIn(text: string, numbers: readonly number[]): string {
  const [at = -1] = numbers.map((number) => text.indexOf(`[${number}]`)).filter((place) => place >= 0);
  return at < 0 ? '' : citedSentence(text.slice(0, at)).replaceAll(/[*_`#]+/g, '');
}

function SourceChip({ source, onOpen }: { source: SourceEntry; onOpen: () => void }) {
  const t = useTexts(chatTexts);
  const { url, title, place, numbers } = source;
  const content = (
    <>
      <span className={styles['number']}>{numbers[0]}</span>
      <span className={styles['title']}>{title}</span>
      {place !== '' && <span className={styles['place']}>{place}</span>}
    </>
  );
  if (url === undefined) {
    return (
      <button type="button" className={styles['chip']} onClick={onOpen}>
        {content}
      </button>
    );
  }
  return (
    <a
      className={styles['chip']}
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      aria-label={t('openInNewTab', { title })}
      title={url}
    >
      {content}
      <ExternalLink size={14} />
    </a>
  );
}
