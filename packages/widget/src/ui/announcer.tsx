import { SpokenAnswer } from '@tendril/contract/page/spoken-answer';
import { useEffect, useState } from 'preact/hooks';
import { useWidget } from './widget-context.ts';

/** Reads a growing answer out to screen readers, sentence by sentence. */
export function Announcer() {
  const { state } = useWidget();
  const [spoken] = useState(() => new SpokenAnswer());
  const [words, setWords] = useState('');
  const last = state.entries.at(-1);
  const [id, text] = last?.kind === 'answer' ? [last.id, last.text] : ['', ''];
  const { isRunning } = state;

  useEffect(() => {
    const next = spoken.next(id, text, isRunning);
    if (next !== undefined) setWords(next);
  }, [spoken, id, text, isRunning]);

  return (
    <p class="unseen" aria-live="polite" aria-atomic="true">
      {words}
    </p>
  );
}
