import { useQuery } from '@tanstack/react-query';
import type { Call } from '@tendril/contract/api/calls';
import { FlaskConical, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { clockText } from '../../features/voice/call-drawing/clock-text.ts';
import { Transcript } from '../../features/voice/call-drawing/transcript.tsx';
import { type CallEntry, type CallView, emptyCall } from '../../features/voice/call-view.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { callsTexts } from '../../kit/texts/en/calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Crumb } from '../../kit/ui/crumb.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { PermittedIconButton } from '../../kit/ui/permitted-icon-button.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { CallAudioHealth } from './call-audio-health.tsx';
import { CallCanvas } from './call-canvas.tsx';
import { CallCost } from './call-cost.tsx';
import { CallDeliveries } from './call-deliveries.tsx';
import { CallFacts } from './call-facts.tsx';
import { CallHead } from './call-head.tsx';
import { CallLatency } from './call-latency.tsx';
import { entryAt, startOf } from './call-moments.ts';
import { CallReplayList } from './call-replay-list.tsx';
import { CallWave } from './call-wave.tsx';
import { CallWork } from './call-work.tsx';
import styles from './calls.module.css';
import { callQuery, callViewQuery } from './calls.queries.ts';
import { InterventionPanel } from './intervention-panel.tsx';
import { loggedLength } from './logged-length.ts';
import { MakeTestDialog } from './make-test-dialog.tsx';
import { RewindDialog } from './rewind-dialog.tsx';
import { useLiveCall } from './use-live-call.ts';
import { usePlayhead } from './use-playhead.ts';

type CallerLine = Extract<CallEntry, { kind: 'caller' }>;
type Opened = { dialog: 'test'; upTo: number | undefined } | { dialog: 'rewind'; line: CallerLine };

/** One call: its sound on top, then what was said, the work behind it, and what came of it. */
export function CallScreen() {
  const t = useTexts(callsTexts);
  const { id = '' } = useParams();
  const { data: call, error, refetch } = useQuery(callQuery(id));
  if (!call)
    return (
      <>
        <Crumb label={t('back')} to="/calls" name={t('title')} />
        <h1 className="visually-hidden">{t('title')}</h1>
        <div className={styles['absent']}>
          {error ? (
            <ErrorState title={t('callFailed')} error={error} onRetry={() => void refetch()} />
          ) : (
            <SkeletonList shape="rows" />
          )}
        </div>
      </>
    );
  return <OpenCall key={call.id} call={call} />;
}

function OpenCall({ call }: { call: Call }) {
  const t = useTexts(callsTexts);
  const { data: stored, error, refetch } = useQuery(callViewQuery(call.id, call.endedAt !== null));
  const live = useLiveCall(call);
  const [opened, setOpened] = useState<Opened>();
  const known = live ?? stored;
  const view = known ?? emptyCall;
  const playhead = usePlayhead(loggedLength(call, view));
  const { lengthMs } = playhead;
  const close = () => setOpened(undefined);
  return (
    <div className={styles['call']}>
      <CallHead
        call={call}
        hasWords={wordsAreStored(view)}
        onMakeTest={() => setOpened({ dialog: 'test', upTo: undefined })}
      />
      {error && known && (
        <p role="alert" className={styles['fault']}>
          {t('eventsFailed', { reason: toMessage(error) })}
        </p>
      )}
      {call.status === 'ongoing' && !view.isTransferred && <InterventionPanel call={call} view={view} />}
      {call.startedAt !== null && !(call.status === 'ongoing' && call.channel === 'text') && (
        <CallWave call={call} view={view} durationMs={lengthMs} playhead={playhead} />
      )}
      <div className={styles['columns']}>
        {known ? (
          <>
            <CallWords call={call} view={view} playhead={playhead} onOpen={setOpened} />
            <section className={styles['work']}>
              <h2>{t('trace')}</h2>
              <CallCanvas
                view={view}
                playhead={playhead}
                isFollowed={call.status === 'ongoing' && playhead.nowMs === 0}
              />
              <CallWork view={view} playhead={playhead} />
            </section>
          </>
        ) : (
          <section className={styles['unknown']}>
            {error ? (
              <ErrorState title={t('eventsMissing')} error={error} onRetry={() => void refetch()} />
            ) : (
              <SkeletonList shape="rows" />
            )}
          </section>
        )}
        <div className={styles['facts']}>
          <CallFacts call={call} />
          <CallCost call={call} />
          <CallLatency call={call} view={view} />
          <CallAudioHealth call={call} view={view} durationMs={view.end?.durationMs ?? lengthMs} />
          <CallDeliveries call={call} />
          <CallReplayList call={call} />
        </div>
      </div>
      {opened?.dialog === 'test' && <MakeTestDialog call={call} upTo={opened.upTo} onClose={close} />}
      {opened?.dialog === 'rewind' && (
        <RewindDialog call={call} view={view} line={opened.line} onClose={close} />
      )}
    </div>
  );
}

interface CallWordsProps {
  call: Call;
  view: CallView;
  playhead: ReturnType<typeof usePlayhead>;
  onOpen: (opened: Opened) => void;
}

/** The transcript: the line at the playhead is marked, and a press on a line moves it there. */
function CallWords({ call, view, playhead, onOpen }: CallWordsProps) {
  const t = useTexts(callsTexts);
  const isOver = call.endedAt !== null;
  const isRedacted = call.transcript.length === 0 && isOver;
  const { nowMs, moves } = playhead;
  // A line stands at the time at which it was spoken.
  const placed = isOver
    ? view.entries.map((entry) => ({ ...entry, offsetMs: startOf(entry, view) }))
    : view.entries;
  return (
    <section className={styles['said']}>
      <h2>{t('transcript')}</h2>
      <Transcript
        entries={placed}
        empty={t(isRedacted && view.spans.length > 0 ? 'notStored' : 'noTranscript')}
        isThinking={view.isThinking && !isOver}
        {...(isOver && {
          currentId: nowMs > 0 ? entryAt(view, nowMs)?.id : undefined,
          ...{ nowMs, moves },
          onPick: (entry: CallEntry, wordMs: number | undefined) =>
            playhead.moveTo((wordMs ?? entry.offsetMs) + 1),
          actions: (entry: CallEntry, tabIndex: 0 | -1) =>
            entry.kind === 'caller' &&
            !entry.isBeyond &&
            entry.text !== '' && <LineActs line={entry} tabIndex={tabIndex} onOpen={onOpen} />,
        })}
      />
    </section>
  );
}

interface LineActsProps extends Pick<CallWordsProps, 'onOpen'> {
  line: CallerLine;
  tabIndex: 0 | -1;
}

/** What can be done from a line of the caller. */
function LineActs({ line, tabIndex, onOpen }: LineActsProps) {
  const t = useTexts(callsTexts);
  const time = clockText(line.offsetMs);
  return (
    <>
      <PermittedIconButton
        needs="calls:start"
        size="small"
        tabIndex={tabIndex}
        label={t('rewindHere', { time })}
        onClick={() => onOpen({ dialog: 'rewind', line })}
      >
        <Undo2 size={16} />
      </PermittedIconButton>
      <PermittedIconButton
        needs="voice-agents:edit"
        size="small"
        tabIndex={tabIndex}
        label={t('makeTestHere', { time })}
        onClick={() => onOpen({ dialog: 'test', upTo: line.seq })}
      >
        <FlaskConical size={16} />
      </PermittedIconButton>
    </>
  );
}

function wordsAreStored({ entries }: CallView): boolean {
  return entries.some((entry) => entry.kind === 'caller' && !entry.isBeyond && entry.text !== '');
}
