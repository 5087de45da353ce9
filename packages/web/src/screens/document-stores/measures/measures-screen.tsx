import { useQuery } from '@tanstack/react-query';
import type { MeasureCase, Measurement } from '@tendril/contract/api/knowledge-measures';
import { ClipboardCheck, Gauge, Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { BulkBar } from '../../../kit/lists/bulk-bar.tsx';
import { MoreRows } from '../../../kit/lists/more-rows.tsx';
import { SelectAllBox } from '../../../kit/lists/select-box.tsx';
import { useSelection } from '../../../kit/lists/use-selection.ts';
import { knowledgeMeasureTexts } from '../../../kit/texts/en/knowledge-measures.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { EmptyState } from '../../../kit/ui/empty-state.tsx';
import { ErrorState } from '../../../kit/ui/error-state.tsx';
import { PageHead } from '../../../kit/ui/page-head.tsx';
import { PermittedButton } from '../../../kit/ui/permitted-button.tsx';
import { Segmented } from '../../../kit/ui/segmented.tsx';
import { SkeletonList } from '../../../kit/ui/skeleton-list.tsx';
import { StoreCrumb } from '../store-crumb.tsx';
import { queryPath } from '../store-paths.ts';
import { storeQuery } from '../stores.queries.ts';
import { CaseDialog } from './case-dialog.tsx';
import { CaseList } from './case-list.tsx';
import { ComparisonPanel } from './comparison-panel.tsx';
import styles from './measures.module.css';
import { runsQuery } from './measures.queries.ts';
import { MeasuresMenu } from './measures-menu.tsx';
import { RunDialog } from './run-dialog.tsx';
import { RunTable } from './run-table.tsx';
import { SuggestDialog } from './suggest-dialog.tsx';
import { TrialAdvice } from './trial-advice.tsx';
import { TrialDialog } from './trial-dialog.tsx';
import { useCaseBulk } from './use-case-bulk.ts';
import { type Cases, useCases } from './use-cases.ts';

type Shown = 'run' | 'suggest' | 'try' | 'new' | null;

/** How well a knowledge base answers: its saved questions, and measurements of them. */
export function MeasuresScreen() {
  const { storeId = '' } = useParams();
  const t = useTexts(knowledgeMeasureTexts);
  const { data: store } = useQuery(storeQuery(storeId));
  const cases = useCases(storeId);
  const runs = useQuery(runsQuery(storeId));
  const [shown, setShown] = useState<Shown>(null);
  const failed = [cases, runs].find(({ error, data }) => error && !data);
  const close = () => setShown(null);
  const countable = cases.data?.counts.countable ?? 0;
  return (
    <>
      <StoreCrumb store={store} />
      <PageHead
        title={t('title')}
        help={t('help')}
        guide="measures"
        actions={
          cases.data && (
            <>
              <PermittedButton
                needs="knowledge:edit"
                look={countable > 0 ? 'primary' : 'plain'}
                icon={<Gauge size={18} />}
                onClick={() => setShown('run')}
              >
                {t('run')}
              </PermittedButton>
              <MeasuresMenu
                storeId={storeId}
                onSuggest={() => setShown('suggest')}
                onTry={() => setShown('try')}
              />
            </>
          )
        }
      />
      {failed && (
        <ErrorState title={t('failed')} error={failed.error} onRetry={() => void failed.refetch()} />
      )}
      {!failed && !(cases.data && runs.data) && (
        <div className={styles['wait']}>
          <SkeletonList count={4} />
        </div>
      )}
      {cases.data && runs.data && (
        <div className={styles['page']}>
          <Results storeId={storeId} runs={runs.data.runs} hasCases={countable > 0} />
          <Questions
            key={storeId}
            storeId={storeId}
            list={cases}
            data={cases.data}
            onAdd={() => setShown('new')}
          />
        </div>
      )}
      {shown === 'run' && <RunDialog storeId={storeId} count={countable} onClose={close} />}
      {shown === 'suggest' && <SuggestDialog storeId={storeId} onClose={close} />}
      {shown === 'try' && <TrialDialog storeId={storeId} onClose={close} />}
      {shown === 'new' && <CaseDialog storeId={storeId} onClose={close} />}
    </>
  );
}

interface ResultsProps {
  storeId: string;
  runs: readonly Measurement[];
  hasCases: boolean;
}

function Results({ storeId, runs, hasCases }: ResultsProps) {
  const t = useTexts(knowledgeMeasureTexts);
  const [selected, setSelected] = useState<readonly string[]>([]);
  // Those that were deleted since are no longer selected.
  const present = selected.filter((id) => runs.some((run) => run.id === id));
  const [first, second] = present;
  if (runs.length === 0 && !hasCases) return null;
  return (
    <>
      <section className={styles['section']} aria-label={t('runs')}>
        <header className={styles['sectionHead']}>
          <h2>{t('runs')}</h2>
          <p>{t(runs.length === 0 ? 'runsEmptyHelp' : 'compareHint')}</p>
        </header>
        <TrialAdvice storeId={storeId} runs={runs} />
        {runs.length > 0 && (
          <RunTable storeId={storeId} runs={runs} selected={present} onSelect={setSelected} />
        )}
      </section>
      {first !== undefined && second !== undefined && (
        <ComparisonPanel
          storeId={storeId}
          first={first}
          second={second}
          onSwap={() => setSelected([second, first])}
          onClose={() => setSelected([])}
        />
      )}
    </>
  );
}

interface QuestionsProps {
  storeId: string;
  list: Cases;
  data: NonNullable<Cases['data']>;
  onAdd: () => void;
}

function Questions({ storeId, list, data: { cases, counts, openJob }, onAdd }: QuestionsProps) {
  const t = useTexts(knowledgeMeasureTexts);
  const navigate = useNavigate();
  const { state, isMore } = list;
  const [edited, setEdited] = useState<MeasureCase>();
  const count = counts[state];
  const selection = useSelection(cases, state);
  const bulk = useCaseBulk(selection, { storeId, state, cases, count, isMore });
  return (
    <section className={styles['section']} aria-label={t('cases')}>
      <header className={styles['sectionHead']}>
        <h2>{t('cases')}</h2>
        {counts.unconfirmed > 0 && (
          <Segmented
            label={t('everything')}
            segments={[
              { value: 'all', label: t('all'), count: counts.all },
              { value: 'unconfirmed', label: t('unconfirmed'), count: counts.unconfirmed },
            ]}
            value={state}
            onChange={list.setState}
          />
        )}
        <span className={styles['acts']}>
          {cases.length > 1 && <SelectAllBox selection={selection} shown={cases.map(({ id }) => id)} />}
          <PermittedButton needs="knowledge:edit" size="small" icon={<Plus size={16} />} onClick={onAdd}>
            {t('addCase')}
          </PermittedButton>
        </span>
      </header>
      {openJob && (
        <p className={styles['progress']} role="status">
          <progress
            aria-label={t('suggest')}
            {...(openJob.progress.total !== null && {
              max: openJob.progress.total,
              value: openJob.progress.done,
            })}
          />
          {t('generating', { done: openJob.progress.done, total: openJob.progress.total ?? '…' })}
        </p>
      )}
      {cases.length === 0 ? (
        <EmptyState
          Icon={ClipboardCheck}
          title={t('casesEmpty')}
          text={t('casesEmptyHelp')}
          action={
            <Button look="primary" onClick={() => navigate(queryPath(storeId))}>
              {t('openQuery')}
            </Button>
          }
        />
      ) : (
        <>
          {bulk.count > 0 && <BulkBar {...bulk} isInside />}
          <CaseList storeId={storeId} cases={cases} selection={selection} onEdit={setEdited} />
          <MoreRows part={{ rows: cases, count, isMore, showMore: list.showMore }} />
        </>
      )}
      {edited && (
        <CaseDialog key={edited.id} storeId={storeId} row={edited} onClose={() => setEdited(undefined)} />
      )}
    </section>
  );
}
