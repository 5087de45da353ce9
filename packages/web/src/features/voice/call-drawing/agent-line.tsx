import { Zap } from 'lucide-react';
import { voiceCallTexts } from '../../../kit/texts/en/voice-calls.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import type { CallEntry } from '../call-view.ts';
import { clockText } from './clock-text.ts';
import { SpokenText } from './spoken-text.tsx';
import styles from './transcript.module.css';
import { TurnBar } from './turn-bar.tsx';

interface AgentLineProps {
  entry: Extract<CallEntry, { kind: 'agent' }>;
  /** The moment that is looked at. */
  nowMs: number | undefined;
}

/** What the agent said, what it could not say any more, and how long it took. */
export function AgentLine({ entry, nowMs }: AgentLineProps) {
  const t = useTexts(voiceCallTexts);
  const { interruption, unsaid } = entry;
  const words = unsaid.split(/\s+/).filter(Boolean).length;
  return (
    <>
      <time>{clockText(entry.offsetMs)}</time>
      <b>{t('agent')}</b>
      <div>
        <p>
          <SpokenText text={entry.text} words={entry.words} nowMs={nowMs} />
          {entry.isRunning && <i className={styles['caret']} aria-hidden />}
          {unsaid && (
            <>
              <i className={styles['cut']} aria-hidden /> <s>{unsaid}</s>
            </>
          )}
        </p>
        {interruption && (
          <p className={styles['bargeIn']}>
            <Zap size={16} aria-hidden />
            {t(words > 0 ? 'bargeInAt' : 'bargeInQuiet', {
              at: clockText(interruption.offsetMs),
              ms: Math.round(interruption.stopMs),
              count: words,
            })}
          </p>
        )}
        {!entry.isRunning && <TurnBar times={entry.times} />}
      </div>
    </>
  );
}
