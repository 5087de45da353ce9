import type { FlowSummary } from '@tendril/contract/api/flows';
import { Hourglass } from 'lucide-react';
import { flowsTexts } from '../../kit/texts/en/flows.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './flow-card.module.css';

/** How many runs are waiting for approval; undefined if none. */
export function WaitingChip({ flow: { waitingRuns } }: { flow: Pick<FlowSummary, 'waitingRuns'> }) {
  const t = useTexts(flowsTexts);
  if (waitingRuns === 0) return null;
  return (
    <span className={styles['waiting']} title={t('waitingHelp', { count: waitingRuns })}>
      <Hourglass size={12} aria-hidden="true" />
      {t('waiting', { count: waitingRuns })}
    </span>
  );
}
