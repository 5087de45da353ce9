import { useEffect, useRef, useState } from 'preact/hooks';
import { finishedLength, spokenText } from '../chat/finished-sentences.ts';
import { useWidget } from './widget-context.ts';

/** Reads a growing answer out to screen readers, sentence by sentence. */
export function Announcer() {
  const { state } = useWidget();
  const said = useRef({ id: '', length: 0 });
  const [words, setWords] = useState('');
  const last = state.entries.at(-1);
  const [id, text] = last?.kind === 'answer' ? [last.id, last.text] : ['', ''];
  const { isRunning } = state;

  useEffect(() => {
    if (said.current.id !== id) {
      // An answer that existed when the page loaded is not read out.
      said.current = { id, length: isRunning ? 0 : text.length };
      setWords('');
    }
    const end = isRunning ? finishedLength(text) : text.length;
    if (end <= said.current.length) return;
    setWords(spokenText(text.slice(said.current.length, end)));
    said.current.length = end;
  }, [id, text, isRunning]);

  return (
    <p class="unseen" aria-live="polite" aria-atomic="true">
      {words}
    </p>
  );
}
