import { useEffect, useRef, useState } from 'react';
import { finishedLength, spokenText } from './finished-sentences.ts';

/** Says a growing answer to screen readers, one finished sentence after the other. */
export function SentenceAnnouncer({ id, text, isRunning }: { id: string; text: string; isRunning: boolean }) {
  const said = useRef({ id: '', length: 0 });
  const [words, setWords] = useState('');

  useEffect(() => {
    if (said.current.id !== id) {
      // An answer that was there when the page came is not read out.
      said.current = { id, length: isRunning ? 0 : text.length };
      setWords('');
    }
    const end = isRunning ? finishedLength(text) : text.length;
    if (end <= said.current.length) return;
    setWords(spokenText(text.slice(said.current.length, end)));
    said.current.length = end;
  }, [id, text, isRunning]);

  return (
    <p className="visually-hidden" aria-live="polite" aria-atomic="true">
      {words}
    </p>
  );
}
