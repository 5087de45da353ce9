import { useEffect, useRef, useState } from 'react';
import { useTestCall } from '../../../features/voice/use-test-call.ts';
import { notifyError } from '../../../kit/state/notifier-store.ts';
import { voiceCallTexts } from '../../../kit/texts/en/voice-calls.ts';
import { say } from '../../../kit/texts/texts.ts';
import { useLlmSession } from '../llm/use-llm-session.ts';
import { readChosenMicrophone } from './chosen-microphone.ts';
import { keepLastKind, readLastKind, type TestKind } from './last-kind.ts';
import { type Rewind, RunningTest } from './running-test.tsx';
import { TestButtons } from './test-buttons.tsx';

interface TestPanelProps {
  agentId: string;
  /** While a test runs the pane is wider and the sections step back. */
  onRunningChange?: (isRunning: boolean) => void;
}

/** Tries the agent in the browser: three buttons, and the call once one was pressed. */
export function TestPanel({ agentId, onRunningChange }: TestPanelProps) {
  const test = useTestCall(agentId);
  const { flush } = useLlmSession();
  const [kind, setKind] = useState<TestKind>(readLastKind);
  const [rewound, setRewound] = useState<Rewind>();
  const isOpen = test.state !== 'idle';
  useEffect(() => onRunningChange?.(isOpen), [isOpen, onRunningChange]);

  async function start(asked: TestKind, rewind?: Rewind): Promise<void> {
    setKind(asked);
    setRewound(rewind);
    if (!rewind) keepLastKind(asked);
    // The test asks the draft as the server has it.
    if (!(await flush())) {
      notifyError(new Error(say(voiceCallTexts, 'unsaved')));
      return;
    }
    const history = rewind?.history ?? [];
    await test.call.start({ channel: asked, version: 'draft', history }, readChosenMicrophone());
  }

  const wasOpen = useRef(false);
  const shouldFocus = wasOpen.current && !isOpen;
  useEffect(() => {
    wasOpen.current = isOpen;
  }, [isOpen]);

  if (!isOpen) {
    return (
      <TestButtons focused={shouldFocus ? kind : undefined} onStart={(asked) => void start(asked ?? kind)} />
    );
  }
  return (
    <RunningTest
      agentId={agentId}
      test={test}
      kind={kind}
      rewound={rewound}
      onStart={(asked) => void start(asked)}
      onRetry={() => void start(kind, rewound)}
      onRewind={(rewind) => void start('text', rewind)}
    />
  );
}
