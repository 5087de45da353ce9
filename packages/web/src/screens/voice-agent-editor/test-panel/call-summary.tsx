import { useQuery } from '@tanstack/react-query';
import { type Call, readCall } from '@tendril/contract/api/calls';
import { clockText } from '../../../features/voice/call-drawing/clock-text.ts';
import { agentSettingsQuery } from '../../../features/voice-agent/agent.queries.ts';
import { call } from '../../../kit/api/call.ts';
import { dollarsText } from '../../../kit/lib/dollars-text.ts';
import { voiceCallTexts } from '../../../kit/texts/en/voice-calls.ts';
import { say, useTexts } from '../../../kit/texts/texts.ts';
import styles from './test-panel.module.css';

/** What a call that is over came to: how long, how quick, how dear, and its recording. */
export function CallSummary({ agentId, callId }: { agentId: string; callId: string }) {
  const t = useTexts(voiceCallTexts);
  const { data } = useQuery({
    queryKey: ['call', callId],
    queryFn: async ({ signal }) => (await call(readCall, { params: { id: callId }, signal })).data,
  });
  const { data: settings } = useQuery(agentSettingsQuery(agentId));
  if (!data) return null;
  return (
    <section className={styles['summary']} aria-label={t('summary')}>
      <p>{figuresOf(data).join(' · ')}</p>
      {settings?.optOutSensitiveDataStorage && <p>{t('notStored')}</p>}
      {data.recordingUrl && (
        // biome-ignore lint/a11y/useMediaCaption: the transcript stands below it
        <audio controls preload="metadata" src={data.recordingUrl} aria-label={t('recording')} />
      )}
    </section>
  );
}

function figuresOf(data: Call): string[] {
  const t = (key: 'lasted' | 'answersIn' | 'demoCost', values?: Record<string, string | number>) =>
    say(voiceCallTexts, key, values);
  const answerMs = data.latency.e2e?.p50 ?? data.latency.llm?.p50;
  return [
    t('lasted', { time: clockText(data.durationMs) }),
    ...(answerMs === undefined ? [] : [t('answersIn', { ms: Math.round(answerMs) })]),
    data.costUsd === 0 ? t('demoCost') : dollarsText(data.costUsd),
  ];
}
