import type { SimulationResult } from '@tendril/contract/api/simulations';
import { Check, CircleAlert, LoaderCircle, X } from 'lucide-react';
import { simulationTexts } from '../../../kit/texts/en/voice-simulations.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import styles from './simulation.module.css';

const icons = { running: LoaderCircle, pass: Check, fail: X, error: CircleAlert } as const;

interface ResultMarkProps {
  result: SimulationResult | null;
  /** Without the word; the caller must provide a label. */
  isSignOnly?: boolean;
}

/** How a run ended, in a word and a sign. */
export function ResultMark({ result, isSignOnly = false }: ResultMarkProps) {
  const t = useTexts(simulationTexts);
  if (!result) return <span className={styles['never']}>{t('never')}</span>;
  const Icon = icons[result.status];
  return (
    <span className={styles['mark']} data-status={result.status}>
      <Icon size={16} aria-hidden />
      {!isSignOnly && t(result.status)}
    </span>
  );
}
