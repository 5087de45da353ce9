import type { TurnTimes } from '@tendril/contract/call-event';
import { voiceCallTexts } from '../../../kit/texts/en/voice-calls.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import styles from './turn-bar.module.css';

const parts = ['recognizer', 'brain', 'tool', 'synthesizer'] as const;

/** Where the time of one answer went: a bar in parts, and the same in figures. */
export function TurnBar({ times }: { times: TurnTimes }) {
  const t = useTexts(voiceCallTexts);
  const sttMs =
    times.sttMs === undefined && times.endpointMs === undefined
      ? undefined
      : (times.sttMs ?? 0) + (times.endpointMs ?? 0);
  const known = { recognizer: sttMs, brain: times.llmMs, tool: times.toolMs, synthesizer: times.ttsMs };
  const shown = parts.flatMap((part) => {
    const ms = known[part];
    return ms === undefined || (part === 'tool' && ms === 0) ? [] : [{ part, ms: Math.round(ms) }];
  });
  if (shown.length === 0) return null;
  const sum = Math.round(times.e2eMs ?? shown.reduce((total, { ms }) => total + ms, 0));
  return (
    <p className={styles['row']}>
      <span className={styles['bar']} aria-hidden>
        {shown.map(({ part, ms }) => (
          <i key={part} data-part={part} style={{ flexGrow: Math.max(ms, 1) }} />
        ))}
      </span>
      <span>
        {shown.map(({ part, ms }, index) => (
          <span key={part} title={t(`${part}Help`)}>
            {index > 0 && ' · '}
            {t(part, { ms })}
          </span>
        ))}{' '}
        = <b>{t('sum', { ms: sum })}</b>
      </span>
    </p>
  );
}
