import { RefreshCw, RotateCw } from 'lucide-react';
import { chatTexts } from '../../kit/texts/en/chat.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import type { Trace, TraceNote } from '../runs/trace.ts';
import styles from './answer.module.css';

interface Retried {
  name: string;
  count: number;
  reasons: string[];
}

/** The nodes that failed and were tried again, each with how often and why. */
function retriedNodes({ spans, notes }: Trace): Retried[] {
  const nodes = new Map<string, Retried>();
  for (const note of notes) {
    if (note.kind !== 'retry') continue;
    const span = spans.find(({ id }) => id === note.afterId);
    const name = span?.label ?? span?.name ?? '';
    const retried = nodes.get(name) ?? { name, count: 0, reasons: [] };
    retried.count += 1;
    retried.reasons.push(note.message);
    nodes.set(name, retried);
  }
  return [...nodes.values()];
}

const isRestart = ({ kind }: TraceNote) => kind === 'resume';

/** What an answer had to overcome: steps that were tried again, and a restart of the server. */
export function RunNotes({ trace }: { trace: Trace }) {
  const t = useTexts(chatTexts);
  if (trace.notes.length === 0) return null;
  return (
    <ul className={styles['notes']} aria-label={t('runNotes')}>
      {retriedNodes(trace).map(({ name, count, reasons }) => (
        <li key={name} title={reasons.join('\n')}>
          <RefreshCw size={14} />
          {t('retriedNote', { name, count })}
        </li>
      ))}
      {trace.notes.some(isRestart) && (
        <li>
          <RotateCw size={14} />
          {t('wentOnNote')}
        </li>
      )}
    </ul>
  );
}
