import { useQueries } from '@tanstack/react-query';
import type { Measurement } from '@tendril/contract/api/knowledge-measures';
import { Lightbulb } from 'lucide-react';
import { knowledgeMeasureTexts } from '../../../kit/texts/en/knowledge-measures.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { shortNumber } from './figure-cell.tsx';
import styles from './measures.module.css';
import { compareQuery } from './measures.queries.ts';

/** What the latest try of chunkers recommends, once all of it is measured. */
export function TrialAdvice({ storeId, runs }: { storeId: string; runs: readonly Measurement[] }) {
  const t = useTexts(knowledgeMeasureTexts);
  const trialId = runs.find(({ trial }) => trial)?.trial?.id;
  const own = runs.filter(({ trial }) => trial && trial.id === trialId);
  const live = own.find(({ trial }) => trial?.chunker === null);
  const isWhole = live !== undefined && own.every(({ figures }) => figures !== null);
  const candidates = isWhole ? own.filter(({ id }) => id !== live.id) : [];
  const compared = useQueries({
    queries: candidates.map(({ id }) => compareQuery(storeId, live?.id ?? '', id)),
  });
  if (candidates.length === 0 || compared.some(({ data }) => !data)) return null;
  const [best] = compared
    .flatMap(({ data }) => (data && data.ndcg.verdict === 'better' ? [data] : []))
    .sort((one, other) => other.ndcg.difference.value - one.ndcg.difference.value);
  return (
    <p className={styles['advice']} role="status">
      <Lightbulb size={18} aria-hidden="true" />
      {best
        ? t('recommend', {
            name: best.second.name,
            value: `+${shortNumber(best.ndcg.difference.value)}`,
            low: shortNumber(best.ndcg.difference.low),
            high: shortNumber(best.ndcg.difference.high),
          })
        : t('keep')}
    </p>
  );
}
