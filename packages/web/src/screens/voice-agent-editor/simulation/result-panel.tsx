import type { Simulation } from '@tendril/contract/api/simulations';
import { Check, X } from 'lucide-react';
import { simulationTexts } from '../../../texts/en/voice-simulations.ts';
import { useTexts } from '../../../texts/texts.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ResultMark } from './result-mark.tsx';
import styles from './simulation.module.css';

/** The last result of a case: what was said, and how each check came out. */
export function ResultPanel({ simulation, onClose }: { simulation: Simulation; onClose: () => void }) {
  const t = useTexts(simulationTexts);
  const { last, name } = simulation;
  return (
    <aside className={styles['result']} aria-label={t('result', { name })}>
      <header>
        <h3>{name}</h3>
        <IconButton size="small" label={t('close')} onClick={onClose}>
          <X size={18} />
        </IconButton>
      </header>
      <p className={styles['verdict']}>
        <ResultMark result={last} /> {last?.explanation}
      </p>
      {last && last.status !== 'running' && (
        <>
          <ul className={styles['checks']}>
            {last.checks.map(({ isOk, explanation }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: checks have no name and keep their order
              <li key={at} data-ok={isOk}>
                {isOk ? <Check size={16} aria-hidden /> : <X size={16} aria-hidden />} {explanation}
              </li>
            ))}
          </ul>
          <h4>{t('transcript')}</h4>
          <ol className={styles['lines']}>
            {last.transcript.map(({ role, content, offsetMs }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines never change their order
              <li key={`${offsetMs}-${at}`} data-role={role}>
                <b>{t(role)}</b> {content}
              </li>
            ))}
          </ol>
          {last.transcript.length === 0 && <p className={styles['never']}>{t('noTranscript')}</p>}
          <p className={styles['never']}>{t('took', { ms: last.ms, cost: last.costUsd.toFixed(4) })}</p>
        </>
      )}
    </aside>
  );
}
