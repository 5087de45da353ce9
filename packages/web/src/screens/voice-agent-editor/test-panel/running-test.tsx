import { FlaskConical, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { CallPicture } from '../../../features/voice/call-drawing/call-picture.tsx';
import { CallTrace } from '../../../features/voice/call-drawing/call-trace.tsx';
import { Transcript } from '../../../features/voice/call-drawing/transcript.tsx';
import { VariablesLine } from '../../../features/voice/call-drawing/variables-line.tsx';
import type { CallEntry, CallView } from '../../../features/voice/call-view.ts';
import { historyBefore } from '../../../features/voice/history-before.ts';
import type { AskedCall, TestCall, TestCallState } from '../../../features/voice/test-call-store.ts';
import { voiceCallTexts } from '../../../kit/texts/en/voice-calls.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { CallNotes } from './call-notes.tsx';
import { ControlBar } from './control-bar.tsx';
import type { TestKind } from './last-kind.ts';
import { TestHead } from './test-head.tsx';
import styles from './test-panel.module.css';
import { useMakeTest } from './use-make-test.ts';

export interface RunningTestProps {
  agentId: string;
  test: TestCallState & { call: TestCall };
  kind: TestKind;
  onStart: (kind: TestKind) => void;
  /** The same once more, after it was refused. */
  onRetry: () => void;
  /** Goes back to what a caller's line followed, and on in writing. */
  onRewind: (rewind: Rewind) => void;
  /** What the call began with, when it goes on from an earlier one. */
  rewound: Rewind | undefined;
}

/** A point of a call to go on from, and what the caller said there. */
export interface Rewind {
  /** Of the line. */
  id: string;
  history: NonNullable<AskedCall['history']>;
  words: string;
}

/** A test call while it runs and after: picture, transcript, trace, controls. */
export function RunningTest(props: RunningTestProps) {
  const { agentId, test, kind } = props;
  const t = useTexts(voiceCallTexts);
  const [isTraceShown, setTraceShown] = useState(false);
  const { view, state, call } = test;
  return (
    <div className={styles['running']}>
      <TestHead {...props} isTraceShown={isTraceShown} onTraceShown={setTraceShown} />
      {kind === 'audio' && (state !== 'over' || test.callId) && (
        <CallPicture levels={call.levels} view={view} />
      )}
      <CallNotes agentId={agentId} test={test} kind={kind} onRetry={props.onRetry} />
      {isTraceShown ? (
        <CallTrace steps={view.steps} />
      ) : (
        <Transcript
          entries={view.entries}
          isThinking={view.isThinking}
          empty={state === 'connecting' ? t('connectingText') : emptyText(test, kind, t)}
          actions={(entry) =>
            entry.kind === 'caller' &&
            !entry.isBeyond &&
            !entry.isInterim && (
              <LineActions agentId={agentId} view={view} entry={entry} onRewind={props.onRewind} />
            )
          }
        />
      )}
      <VariablesLine values={view.variables} />
      <ControlBar {...props} />
    </div>
  );
}

interface LineActionsProps extends Pick<RunningTestProps, 'agentId' | 'onRewind'> {
  view: CallView;
  entry: Extract<CallEntry, { kind: 'caller' }>;
}

/** What can be done from a line of the caller: go back to it, keep it as a test case. */
function LineActions({ agentId, view, entry, onRewind }: LineActionsProps) {
  const t = useTexts(voiceCallTexts);
  const makeTest = useMakeTest(agentId);
  const rewind = () => onRewind({ id: entry.id, history: historyBefore(view, entry), words: entry.text });
  return (
    <>
      <IconButton size="small" label={t('rewind')} onClick={rewind}>
        <Undo2 size={16} />
      </IconButton>
      <IconButton size="small" label={t('makeTest')} onClick={() => makeTest(view.entries, entry)}>
        <FlaskConical size={16} />
      </IconButton>
    </>
  );
}

function emptyText(
  { state, view, fault }: TestCallState,
  kind: TestKind,
  t: (key: 'waiting' | 'waitingText' | 'nothingSaid') => string,
): string {
  if (view.end || state === 'over') return fault ? '' : t('nothingSaid');
  return t(kind === 'audio' ? 'waiting' : 'waitingText');
}
