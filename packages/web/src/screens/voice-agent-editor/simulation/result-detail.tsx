import type { SimulationResult } from '@tendril/contract/api/simulations';
import { Check, X } from 'lucide-react';
import { dollarsText } from '../../../kit/lib/dollars-text.ts';
import { simulationTexts } from '../../../kit/texts/en/voice-simulations.ts';
import { say, useTexts } from '../../../kit/texts/texts.ts';
import { KeyOffer } from '../test-panel/key-offer.tsx';
import { CallConversation } from './call-conversation.tsx';
import { ResultMark } from './result-mark.tsx';
import styles from './simulation.module.css';
import { SoundFigures } from './sound-figures.tsx';
import { takenText } from './taken-text.ts';

interface ResultDetailProps {
  result: SimulationResult;
  /** Runs the case again. */
  onRun: () => void;
}

/** One run: its verdict, each check, and the conversation. */
export function ResultDetail({ result, onRun }: ResultDetailProps) {
  const t = useTexts(simulationTexts);
  const { status, explanation, checks, callId, transcript, missing, sound } = result;
  return (
    <>
      <p className={styles['verdict']}>
        <ResultMark result={result} />
        {checks.length === 0 && explanation && <span>{explanation}</span>}
        {status === 'error' && checks.length > 0 && <span>{explanation}</span>}
      </p>
      {missing && <KeyOffer missing={missing} onReady={onRun} />}
      {status !== 'running' && (
        <>
          <ul className={styles['checks']}>
            {checks.map((check, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: checks have no name and keep their order
              <li key={at} data-ok={check.isOk}>
                {check.isOk ? (
                  <Check size={16} aria-label={t('pass')} />
                ) : (
                  <X size={16} aria-label={t('fail')} />
                )}{' '}
                {check.explanation}
              </li>
            ))}
          </ul>
          {callId && <p className={styles['never']}>{figuresOf(result)}</p>}
          {sound && callId && <SoundFigures sound={sound} callId={callId} />}
          {callId && <CallConversation callId={callId} transcript={transcript} />}
        </>
      )}
    </>
  );
}

function figuresOf({ ms, costUsd }: SimulationResult): string {
  const took = say(simulationTexts, 'tookTime', { time: takenText(ms) });
  const cost = costUsd === 0 ? say(simulationTexts, 'free') : dollarsText(costUsd);
  return `${took} · ${cost}`;
}
