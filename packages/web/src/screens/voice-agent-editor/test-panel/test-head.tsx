import { ListTree, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { clockText } from '../../../features/voice/call-drawing/clock-text.ts';
import { dollarsText } from '../../../kit/lib/dollars-text.ts';
import { voiceCallTexts } from '../../../kit/texts/en/voice-calls.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { Segmented } from '../../../kit/ui/segmented.tsx';
import { costSoFar } from './cost-so-far.ts';
import type { TestKind } from './last-kind.ts';
import type { RunningTestProps } from './running-test.tsx';
import styles from './test-panel.module.css';
import { usePricePerMinute } from './use-price-per-minute.ts';

interface TestHeadProps extends RunningTestProps {
  isTraceShown: boolean;
  onTraceShown: (isShown: boolean) => void;
}

/** Heading, how the call stands, and the choice of the kind. */
export function TestHead({ agentId, test, kind, isTraceShown, onTraceShown, onStart }: TestHeadProps) {
  const t = useTexts(voiceCallTexts);
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that began the call is gone; a field to write into takes the cursor itself.
  useEffect(() => {
    if (kind === 'audio') heading.current?.focus();
  }, [kind]);
  return (
    <header className={styles['head']}>
      <h2 ref={heading} tabIndex={-1}>
        {t('title')}
      </h2>
      <StateChip agentId={agentId} test={test} kind={kind} />
      <span className={styles['gap']} />
      <IconButton label={t('trace')} aria-pressed={isTraceShown} onClick={() => onTraceShown(!isTraceShown)}>
        <ListTree size={18} />
      </IconButton>
      <Segmented<TestKind>
        label={t('kind')}
        segments={[
          { value: 'audio', label: t('testAudio') },
          { value: 'text', label: t('testLlm') },
        ]}
        value={kind}
        onChange={(next) => next !== kind && onStart(next)}
      />
      <IconButton size="small" label={t('close')} onClick={() => test.call.reset()}>
        <X size={18} />
      </IconButton>
    </header>
  );
}

function StateChip({ agentId, test, kind }: Pick<RunningTestProps, 'agentId' | 'test' | 'kind'>) {
  const t = useTexts(voiceCallTexts);
  const [elapsedMs, setElapsedMs] = useState(0);
  const usdPerMinute = usePricePerMinute(agentId, kind);
  const { state, view, call, isReconnecting } = test;
  useEffect(() => {
    if (state !== 'running') return;
    const timer = setInterval(() => setElapsedMs(call.levels.elapsedMs()), 500);
    return () => clearInterval(timer);
  }, [state, call]);
  const live = isReconnecting ? t('reconnecting') : t('live');
  const words = { idle: '', connecting: t('connecting'), running: live, over: t('over') }[state];
  const ms = view.end?.durationMs ?? elapsedMs;
  const costUsd = costSoFar(view, usdPerMinute, ms);
  return (
    <span className={styles['chip']} data-state={isReconnecting ? 'connecting' : state}>
      <span role="status">{words}</span>
      {state !== 'connecting' && ms > 0 && ` ${clockText(ms)}`}
      {state === 'running' && costUsd > 0 && <small title={t('costSoFar')}>{dollarsText(costUsd)}</small>}
    </span>
  );
}
