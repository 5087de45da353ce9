import { useQuery } from '@tanstack/react-query';
import type { Call } from '@tendril/contract/api/calls';
import { Play } from 'lucide-react';
import { useRef } from 'react';
import { useParams } from 'react-router';
import { CallTrace } from '../../features/voice/call-drawing/call-trace.tsx';
import { clockText } from '../../features/voice/call-drawing/clock-text.ts';
import { Transcript } from '../../features/voice/call-drawing/transcript.tsx';
import { emptyCall } from '../../features/voice/call-view.ts';
import { callsTexts } from '../../kit/texts/en/calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { CallDeliveries } from './call-deliveries.tsx';
import { CallFacts } from './call-facts.tsx';
import { CallHead } from './call-head.tsx';
import { CallWave } from './call-wave.tsx';
import styles from './calls.module.css';
import { callQuery, callViewQuery } from './calls.queries.ts';
import { InterventionPanel } from './intervention-panel.tsx';
import { useLiveCall } from './use-live-call.ts';

/** One call: its sound on top, then what was said, the work behind it, and what came of it. */
export function CallScreen() {
  const t = useTexts(callsTexts);
  const { id = '' } = useParams();
  const { data: call, error, refetch } = useQuery(callQuery(id));
  if (error && !call)
    return <ErrorState title={t('callFailed')} error={error} onRetry={() => void refetch()} />;
  if (!call) return <SkeletonList shape="rows" />;
  return <OpenCall call={call} />;
}

function OpenCall({ call }: { call: Call }) {
  const t = useTexts(callsTexts);
  const audio = useRef<HTMLAudioElement>(null);
  const { data: stored = emptyCall } = useQuery(callViewQuery(call.id, call.endedAt !== null));
  const live = useLiveCall(call);
  const view = live ?? stored;
  const playFrom = (ms: number) => {
    if (!audio.current) return;
    audio.current.currentTime = ms / 1000;
    audio.current.play().catch(() => undefined);
  };
  const isRedacted = call.transcript.length === 0 && call.endedAt !== null;
  return (
    <div className={styles['call']}>
      <CallHead call={call} />
      {call.status === 'ongoing' && <InterventionPanel call={call} view={view} />}
      {call.channel === 'audio' && <CallWave call={call} view={view} audio={audio} />}
      <div className={styles['columns']}>
        <section className={styles['said']}>
          <h2>{t('transcript')}</h2>
          <Transcript
            entries={view.entries}
            empty={t(isRedacted && view.spans.length > 0 ? 'notStored' : 'noTranscript')}
            isThinking={view.isThinking && call.endedAt === null}
            actions={
              call.recordingUrl === null
                ? undefined
                : (entry) => (
                    <IconButton
                      label={t('playFrom', { time: clockText(entry.offsetMs) })}
                      size="small"
                      onClick={() => playFrom(entry.offsetMs)}
                    >
                      <Play size={14} />
                    </IconButton>
                  )
            }
          />
        </section>
        <section className={styles['work']}>
          <h2>{t('trace')}</h2>
          <CallTrace steps={view.steps} />
        </section>
        <div className={styles['facts']}>
          <CallFacts call={call} />
          <CallDeliveries call={call} />
        </div>
      </div>
    </div>
  );
}
