import { ListTree, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { voiceCallTexts } from '../../../texts/en/voice-calls.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { clockText } from '../../../voice/call-drawing/clock-text.ts';
import type { TestCallState } from '../../../voice/test-call-store.ts';
import type { TestKind } from './last-kind.ts';
import type { RunningTestProps } from './running-test.tsx';
import styles from './test-panel.module.css';

interface TestHeadProps extends Omit<RunningTestProps, 'agentId'> {
  isTraceShown: boolean;
  onTraceShown: (isShown: boolean) => void;
}

/** Heading, how the call stands, and the choice of the kind. */
export function TestHead({ test, kind, isTraceShown, onTraceShown, onStart }: TestHeadProps) {
  const t = useTexts(voiceCallTexts);
  return (
    <header className={styles['head']}>
      <h2>{t('title')}</h2>
      <StateChip test={test} elapsedMs={test.call.levels.elapsedMs} />
      {test.view.isDemo && <span className={styles['demo']}>{t('demo')}</span>}
      <span className={styles['gap']} />
      <Button
        size="small"
        look="quiet"
        icon={<ListTree size={16} />}
        aria-pressed={isTraceShown}
        onClick={() => onTraceShown(!isTraceShown)}
      >
        {t('trace')}
      </Button>
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

function StateChip({ test, elapsedMs }: { test: TestCallState; elapsedMs: () => number }) {
  const t = useTexts(voiceCallTexts);
  const [now, setNow] = useState(0);
  const isRunning = test.state === 'running';
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(elapsedMs()), 500);
    return () => clearInterval(timer);
  }, [isRunning, elapsedMs]);
  const words = { idle: '', connecting: t('connecting'), running: t('live'), over: t('over') }[test.state];
  const ms = test.view.end?.durationMs ?? now;
  return (
    <span className={styles['chip']} data-state={test.state}>
      {words}
      {test.state !== 'connecting' && ms > 0 && ` ${clockText(ms)}`}
    </span>
  );
}
