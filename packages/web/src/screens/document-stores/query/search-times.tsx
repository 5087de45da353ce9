import type { SearchTimings } from '@tendril/contract/api/document-store-search';
import { knowledgeWorkTexts } from '../../../kit/texts/en/knowledge-work.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import styles from './query-screen.module.css';

const stages = [
  ['embedMs', 'timeEmbed'],
  ['coldMs', 'timeCold'],
  ['maskMs', 'timeMask'],
  ['vectorMs', 'timeVector'],
  ['wordMs', 'timeWords'],
  ['readMs', 'timeRead'],
  ['rerankMs', 'timeRerank'],
] as const;

/** Less than this says nothing. */
const leastMs = 0.05;

/** How long each stage of a search took; those that did nothing are left out. */
export function SearchTimes({ timings }: { timings: SearchTimings }) {
  const t = useTexts(knowledgeWorkTexts);
  return (
    <ul className={styles['times']} aria-label={t('timesLabel')}>
      {stages
        .filter(([stage]) => timings[stage] >= leastMs)
        .map(([stage, text]) => (
          <li key={stage}>{t(text, { ms: timings[stage].toFixed(1) })}</li>
        ))}
    </ul>
  );
}
