import { SpokenAnswer } from '@tendril/contract/page/spoken-answer';
import { useEffect, useState } from 'react';

/** Says a growing answer to screen readers, one finished sentence after the other. */
export function SentenceAnnouncer({ id, text, isRunning }: { id: string; text: string; isRunning: boolean }) {
  const [spoken] = useState(() => new SpokenAnswer());
  const [words, setWords] = useState('');

  useEffect(() => {
    const next = spoken.next(id, text, isRunning);
    if (next !== undefined) setWords(next);
  }, [spoken, id, text, isRunning]);

  return (
    <p className="visually-hidden" aria-live="polite" aria-atomic="true">
      {words}
    </p>
  );
}
