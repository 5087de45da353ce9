import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { voiceCallTexts } from '../../../texts/en/voice-calls.ts';
import { useTexts } from '../../../texts/texts.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CallPicture } from '../../../voice/call-drawing/call-picture.tsx';
import { CallTrace } from '../../../voice/call-drawing/call-trace.tsx';
import { Transcript } from '../../../voice/call-drawing/transcript.tsx';
import { VariablesLine } from '../../../voice/call-drawing/variables-line.tsx';
import type { CallEntry } from '../../../voice/call-view.ts';
import type { TestCall, TestCallState } from '../../../voice/test-call-store.ts';
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
}

/** A test call while it runs and after: picture, transcript, trace, controls. */
export function RunningTest({ agentId, test, kind, onStart }: RunningTestProps) {
  const t = useTexts(voiceCallTexts);
  const [isTraceShown, setTraceShown] = useState(false);
  const makeTest = useMakeTest(agentId);
  const { view, state, call } = test;
  return (
    <div className={styles['running']}>
      <TestHead
        agentId={agentId}
        test={test}
        kind={kind}
        isTraceShown={isTraceShown}
        onTraceShown={setTraceShown}
        onStart={onStart}
      />
      {kind === 'audio' && (state !== 'over' || test.callId) && (
        <CallPicture levels={call.levels} view={view} />
      )}
      <CallNotes agentId={agentId} test={test} kind={kind} onStart={onStart} />
      {isTraceShown ? (
        <CallTrace steps={view.steps} />
      ) : (
        <Transcript
          entries={view.entries}
          isThinking={view.isThinking}
          empty={state === 'connecting' ? t('connectingText') : emptyText(test, kind, t)}
          actions={(entry) =>
            isCaller(entry) && (
              <IconButton size="small" label={t('makeTest')} onClick={() => makeTest(view.entries, entry)}>
                <FlaskConical size={16} />
              </IconButton>
            )
          }
        />
      )}
      <VariablesLine values={view.variables} />
      <ControlBar test={test} kind={kind} onStart={onStart} />
    </div>
  );
}

function isCaller(entry: CallEntry): boolean {
  return entry.kind === 'caller' && !entry.isInterim;
}

function emptyText(
  { state, view, fault }: TestCallState,
  kind: TestKind,
  t: (key: 'waiting' | 'waitingText' | 'nothingSaid') => string,
): string {
  if (view.end || state === 'over') return fault ? '' : t('nothingSaid');
  return t(kind === 'audio' ? 'waiting' : 'waitingText');
}
