import { useQuery } from '@tanstack/react-query';
import { readCallEvents } from '@tendril/contract/api/calls';
import type { SimulationResult } from '@tendril/contract/api/simulations';
import { useState } from 'react';
import { applyCallEvent } from '../../../features/voice/apply-call-event.ts';
import { CallTrace } from '../../../features/voice/call-drawing/call-trace.tsx';
import { Transcript } from '../../../features/voice/call-drawing/transcript.tsx';
import { emptyCall } from '../../../features/voice/call-view.ts';
import { call } from '../../../kit/api/call.ts';
import { simulationTexts } from '../../../kit/texts/en/voice-simulations.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Segmented } from '../../../kit/ui/segmented.tsx';
import { SkeletonList } from '../../../kit/ui/skeleton-list.tsx';
import styles from './simulation.module.css';

interface CallConversationProps {
  callId: string;
  /** Shown when the call itself is not kept any more. */
  transcript: SimulationResult['transcript'];
}

/** What was said and done in a simulated call, or the work behind it. */
export function CallConversation({ callId, transcript }: CallConversationProps) {
  const t = useTexts(simulationTexts);
  const [view, setView] = useState<'conversation' | 'trace'>('conversation');
  const { data, isPending } = useQuery({
    queryKey: ['call', callId, 'view'],
    queryFn: async ({ signal }) => {
      const { data: events } = await call(readCallEvents, { params: { id: callId }, signal });
      return events.reduce(applyCallEvent, emptyCall);
    },
    // A call that is over stays as it was.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (isPending) return <SkeletonList count={3} />;
  if (!data) return <StoredLines transcript={transcript} />;
  return (
    <div className={styles['conversation']}>
      <Segmented
        label={t('conversation')}
        segments={[
          { value: 'conversation', label: t('conversation') },
          { value: 'trace', label: t('trace') },
        ]}
        value={view}
        onChange={setView}
      />
      {view === 'conversation' ? (
        <Transcript entries={data.entries} empty={t('noTranscript')} />
      ) : (
        <CallTrace steps={data.steps} />
      )}
    </div>
  );
}

function StoredLines({ transcript }: Pick<CallConversationProps, 'transcript'>) {
  const t = useTexts(simulationTexts);
  if (transcript.length === 0) return <p className={styles['never']}>{t('callGone')}</p>;
  return (
    <>
      <h4>{t('transcript')}</h4>
      <ol className={styles['lines']}>
        {transcript.map(({ role, content, offsetMs }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines never change their order
          <li key={`${offsetMs}-${at}`} data-role={role}>
            <b>{t(role)}</b> {content}
          </li>
        ))}
      </ol>
    </>
  );
}
