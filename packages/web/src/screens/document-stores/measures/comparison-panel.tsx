import { useQuery } from '@tanstack/react-query';
import type { MeasurementComparison, Verdict } from '@tendril/contract/api/knowledge-measures';
import { ArrowDown, ArrowLeftRight, ArrowUp, CircleDashed, Equal, X } from 'lucide-react';
import { useState } from 'react';
import { knowledgeMeasureTexts } from '../../../kit/texts/en/knowledge-measures.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { ErrorState } from '../../../kit/ui/error-state.tsx';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { SkeletonList } from '../../../kit/ui/skeleton-list.tsx';
import { StatusChip } from '../../../kit/ui/status-chip.tsx';
import tableStyles from '../table.module.css';
import { FigureCell, shortNumber } from './figure-cell.tsx';
import styles from './measures.module.css';
import { compareQuery } from './measures.queries.ts';
import { useRunName } from './use-configuration-text.ts';

interface ComparisonPanelProps {
  storeId: string;
  first: string;
  second: string;
  onSwap: () => void;
  onClose: () => void;
}

const looks = {
  better: { tone: 'success', Icon: ArrowUp },
  worse: { tone: 'error', Icon: ArrowDown },
  same: { tone: 'quiet', Icon: Equal },
  'not-shown': { tone: 'quiet', Icon: CircleDashed },
} as const;
const shownCases = 10;

/** Two measurements side by side: what the paired tests say, and the questions, changed ones first. */
export function ComparisonPanel({ storeId, first, second, onSwap, onClose }: ComparisonPanelProps) {
  const t = useTexts(knowledgeMeasureTexts);
  const { data, error, refetch } = useQuery(compareQuery(storeId, first, second));
  return (
    <section className={styles['section']} aria-label={t('compareTitle')}>
      <header className={styles['sectionHead']}>
        <h2>{t('compareTitle')}</h2>
        {data && <p>{t('shared', { count: data.shared })}</p>}
        <span className={styles['acts']}>
          <Button size="small" icon={<ArrowLeftRight size={16} />} onClick={onSwap}>
            {t('swap')}
          </Button>
          <IconButton size="small" label={t('closeCompare')} onClick={onClose}>
            <X size={16} />
          </IconButton>
        </span>
      </header>
      {error && !data && <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonList count={3} />}
      {data && <Compared data={data} />}
    </section>
  );
}

function Compared({ data }: { data: MeasurementComparison }) {
  const t = useTexts(knowledgeMeasureTexts);
  const nameOf = useRunName();
  return (
    <>
      <div className={`${tableStyles['scroll']} ${styles['paper']}`}>
        <table className={styles['runs']}>
          <thead>
            <tr>
              <th>
                <span className="visually-hidden">{t('difference')}</span>
              </th>
              <th>{nameOf(data.first)}</th>
              <th>{nameOf(data.second)}</th>
              <th>{t('difference')}</th>
              <th>
                <span className="visually-hidden">{t('compareTitle')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {(['hit', 'recall', 'mrr', 'ndcg'] as const).map((name) => (
              <tr key={name}>
                <th scope="row">{t(name)}</th>
                <td>{data.first.figures && <FigureCell figure={data.first.figures[name]} />}</td>
                <td>{data.second.figures && <FigureCell figure={data.second.figures[name]} />}</td>
                <VerdictCells verdict={data[name]} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ChangedCases cases={data.cases} />
    </>
  );
}

function VerdictCells({ verdict: { verdict, difference, p, moreNeeded } }: { verdict: Verdict }) {
  const t = useTexts(knowledgeMeasureTexts);
  const sign = difference.value > 0 ? '+' : '';
  const interval = { low: shortNumber(difference.low), high: shortNumber(difference.high) };
  const { tone, Icon } = looks[verdict];
  return (
    <>
      <td>
        <span className={styles['figure']}>
          <strong>{`${sign}${shortNumber(difference.value)}`}</strong>
          <small>{t('interval', interval)}</small>
        </span>
      </td>
      <td>
        <StatusChip
          tone={tone}
          Icon={Icon}
          label={t(verdict)}
          remark={moreNeeded === null ? undefined : t('moreNeeded', { count: moreNeeded })}
        />
        <small>{t('pValue', { p: p < 0.001 ? '< 0.001' : p.toFixed(3) })}</small>
      </td>
    </>
  );
}

function ChangedCases({ cases }: { cases: MeasurementComparison['cases'] }) {
  const t = useTexts(knowledgeMeasureTexts);
  const [isWhole, setWhole] = useState(false);
  const ranksText = (ranks: readonly (number | null)[]) =>
    t('ranks', { ranks: ranks.map((rank) => rank ?? t('notFound')).join(', ') });
  const shown = isWhole ? cases : cases.slice(0, shownCases);
  return (
    <>
      <h3 className={styles['subhead']}>{t('changedFirst')}</h3>
      <ol className={styles['changes']}>
        {shown.map(({ caseId, question, first, second }) => (
          <li key={caseId} data-change={Math.sign(second.ndcg - first.ndcg)}>
            <strong>{question}</strong>
            <span>{ranksText(first.ranks)}</span>
            <span>{ranksText(second.ranks)}</span>
          </li>
        ))}
      </ol>
      {!isWhole && cases.length > shownCases && (
        <Button size="small" look="quiet" onClick={() => setWhole(true)}>
          {t('showAll', { count: cases.length })}
        </Button>
      )}
    </>
  );
}
