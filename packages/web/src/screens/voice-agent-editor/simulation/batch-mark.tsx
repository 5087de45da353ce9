import type { Simulation } from '@tendril/contract/api/simulations';
import { Activity, LoaderCircle } from 'lucide-react';
import { simulationTexts } from '../../../kit/texts/en/voice-simulations.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { ResultMark } from './result-mark.tsx';
import styles from './simulation.module.css';

/** How the last runs of a case ended: one by its word, several also by how many of them passed. */
export function BatchMark({ simulation: { last, batch } }: { simulation: Simulation }) {
  const t = useTexts(simulationTexts);
  if (!last || !batch || batch.all === 1) return <ResultMark result={last} />;
  const { all, over, passed } = batch;
  if (over < all)
    return (
      <span className={styles['mark']} data-status="running">
        <LoaderCircle size={16} aria-hidden />
        {t('running')} <small>{t('of', { part: over, all })}</small>
      </span>
    );
  const isFlaky = passed > 0 && passed < all;
  const share = (
    <small title={t('share', { passed, all })} data-status={isFlaky ? 'flaky' : undefined}>
      {t('of', { part: passed, all })}
    </small>
  );
  if (!isFlaky)
    return (
      <span className={styles['batch']}>
        <ResultMark result={last} /> {share}
      </span>
    );
  return (
    <span className={styles['mark']} data-status="flaky">
      <Activity size={16} aria-hidden />
      {t('flaky')} {share}
    </span>
  );
}
