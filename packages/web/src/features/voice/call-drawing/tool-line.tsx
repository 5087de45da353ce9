import { Check, CircleX } from 'lucide-react';
import { voiceCallTexts } from '../../../kit/texts/en/voice-calls.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import type { CallEntry } from '../call-view.ts';
import styles from './transcript.module.css';

/** One call of a function: its arguments, and what came back. */
export function ToolLine({ entry }: { entry: Extract<CallEntry, { kind: 'tool' }> }) {
  const t = useTexts(voiceCallTexts);
  const { end } = entry;
  return (
    <div className={styles['call']}>
      <p>
        <b>{entry.name}</b> <code>{entry.arguments}</code>
        <span>{end ? t('ms', { ms: Math.round(end.ms) }) : t('running')}</span>
      </p>
      {end && (
        <p data-failed={!end.isOk || undefined}>
          {end.isOk ? <Check size={16} aria-hidden /> : <CircleX size={16} aria-hidden />}
          {!end.isOk && <span>{t('failed')}</span>}
          <code>{end.result}</code>
        </p>
      )}
    </div>
  );
}
