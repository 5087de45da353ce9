import type { AgentOverview } from '@tendril/contract/api/voice-agents';
import { ArrowUpRight } from 'lucide-react';
import { Link } from 'react-router';
import { voiceAgentsTexts } from '../../kit/texts/en/voice-agents.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './agent-table.module.css';

/** Who thinks for an agent; a flow leads to its drawing. */
export function BrainLine({ overview }: { overview: AgentOverview | undefined }) {
  const t = useTexts(voiceAgentsTexts);
  if (!overview) return <small className={styles['brain']}>{t('none')}</small>;
  const { type, name, flowId } = overview.brain;
  if (type !== 'flow' || flowId === null)
    return <small className={styles['brain']}>{t(`brain_${type}`)}</small>;
  // The overview names no flow that it did not find.
  if (name === '') return <small className={`${styles['brain']} ${styles['gone']}`}>{t('brainGone')}</small>;
  return (
    <small className={styles['brain']}>
      <Link to={`/canvas/${flowId}`}>
        {name}
        <ArrowUpRight size={12} aria-hidden />
      </Link>
    </small>
  );
}
