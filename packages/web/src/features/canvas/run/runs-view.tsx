import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { listRuns, type RunSummary, runSource, runStatus } from '@tendril/contract/api/runs';
import { Activity, ChevronLeft, ChevronRight, SearchX } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../../kit/api/call.ts';
import { useDebounced } from '../../../kit/lib/use-debounced.ts';
import { countedText } from '../../../kit/lists/counted-text.ts';
import { traceTexts } from '../../../kit/texts/en/chat.ts';
import { whyTexts } from '../../../kit/texts/en/why.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { EmptyState } from '../../../kit/ui/empty-state.tsx';
import { ErrorState } from '../../../kit/ui/error-state.tsx';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { SearchField } from '../../../kit/ui/search-field.tsx';
import { SelectMenu } from '../../../kit/ui/select-menu.tsx';
import { SkeletonList } from '../../../kit/ui/skeleton-list.tsx';
import { statusWord } from '../../runs/span-status.tsx';
import { RunsTable } from './runs-table.tsx';
import styles from './runs-view.module.css';
import { sourceWords } from './source-words.ts';

const RunBeside = lazy(() => import('./run-beside.tsx').then((module) => ({ default: module.RunBeside })));

const pageSize = 25;
const searchRestMs = 300;

interface Filters {
  status: RunSummary['status'] | 'any';
  source: RunSummary['source'] | 'any';
  search: string;
}

const noFilters: Filters = { status: 'any', source: 'any', search: '' };

/** One page of a flow's runs that fit the filters. */
const runsPageQuery = (flowId: string, { status, source, search }: Filters, page: number) =>
  queryOptions({
    queryKey: ['runs', flowId, 'page', status, source, search, page],
    queryFn: ({ signal }) =>
      call(listRuns, {
        params: { id: flowId },
        query: {
          page,
          limit: pageSize,
          ...(status !== 'any' && { status }),
          ...(source !== 'any' && { source }),
          ...(search !== '' && { search }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

interface ToolsProps {
  filters: Filters;
  onChange: (filters: Filters) => void;
}

function Tools({ filters, onChange }: ToolsProps) {
  const t = useTexts(whyTexts);
  const words = useTexts(traceTexts);
  return (
    <div className={styles['tools']}>
      <SearchField
        label={t('runsSearch')}
        value={filters.search}
        onChange={(search) => onChange({ ...filters, search })}
      />
      <SelectMenu
        label={t('status')}
        value={filters.status}
        onChange={(status) => onChange({ ...filters, status })}
        options={[
          { value: 'any', label: t('anyStatus') },
          ...runStatus.options.map((value) => ({ value, label: words(statusWord(value)) })),
        ]}
      />
      <SelectMenu
        label={t('source')}
        value={filters.source}
        onChange={(source) => onChange({ ...filters, source })}
        options={[
          { value: 'any', label: t('anySource') },
          ...runSource.options.map((value) => ({ value, label: words(sourceWords[value]) })),
        ]}
      />
    </div>
  );
}

interface PagingProps {
  page: number;
  shown: number;
  total: number;
  hasMore: boolean;
  isPartial?: boolean | undefined;
  onPage: (page: number) => void;
}

function Paging({ page, shown, total, hasMore, isPartial, onPage }: PagingProps) {
  const t = useTexts(whyTexts);
  const from = (page - 1) * pageSize + 1;
  const to = from + shown - 1;
  return (
    <div className={styles['paging']}>
      <span>
        {t('pageOf', { from, to, total: countedText(total) })}
        {isPartial && ` · ${t('onlyLatestRuns')}`}
      </span>
      <IconButton label={t('pageBefore')} size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft size={18} />
      </IconButton>
      <IconButton label={t('pageAfter')} size="small" disabled={!hasMore} onClick={() => onPage(page + 1)}>
        <ChevronRight size={18} />
      </IconButton>
    </div>
  );
}

interface ListProps extends ToolsProps {
  flowId: string;
  chosenId: string | null;
  onChoose: (runId: string) => void;
}

function List({ flowId, filters, onChange, chosenId, onChoose }: ListProps) {
  const t = useTexts(whyTexts);
  const [page, setPage] = useState(1);
  const search = useDebounced(filters.search.trim(), searchRestMs);
  const { data, error, isPending, refetch } = useQuery(runsPageQuery(flowId, { ...filters, search }, page));
  if (isPending) return <SkeletonList shape="rows" count={6} />;
  if (error) return <ErrorState title={t('runsFailed')} error={error} onRetry={() => void refetch()} />;
  // A filter that leaves fewer runs than the page begins with.
  if (data.data.length === 0 && page > 1) setPage(1);
  if (data.data.length > 0) {
    return (
      <>
        <RunsTable runs={data.data} chosenId={chosenId} onChoose={onChoose} />
        {data.total > pageSize && (
          <Paging
            page={page}
            shown={data.data.length}
            total={data.total}
            hasMore={data.hasMore}
            isPartial={data.isPartial}
            onPage={setPage}
          />
        )}
      </>
    );
  }
  const isFiltered = filters.status !== 'any' || filters.source !== 'any' || search !== '';
  if (!isFiltered) return <EmptyState Icon={Activity} title={t('noRuns')} text={t('noRunsHelp')} />;
  const clear = <Button onClick={() => onChange(noFilters)}>{t('clearFilters')}</Button>;
  return <EmptyState Icon={SearchX} title={t('noRunFits')} action={clear} />;
}

interface RunsViewProps {
  flowId: string;
  /** Called when a run is shown on the canvas. */
  onOpenRun?: (runId: string) => void;
}

/** The Runs tab: every run of the flow from wherever it was asked, and the trace of the chosen one beside it. */
export function RunsView({ flowId, onOpenRun }: RunsViewProps) {
  const t = useTexts(whyTexts);
  const [filters, setFilters] = useState(noFilters);
  const [chosenId, setChosenId] = useState<string | null>(null);
  return (
    <div className={styles['view']}>
      <section className={styles['list']} aria-label={t('runs')}>
        <Tools filters={filters} onChange={setFilters} />
        <List
          // A changed filter begins at the first page.
          key={`${filters.status} ${filters.source}`}
          flowId={flowId}
          filters={filters}
          onChange={setFilters}
          chosenId={chosenId}
          onChoose={setChosenId}
        />
      </section>
      {chosenId !== null && (
        <Suspense>
          <RunBeside
            key={chosenId}
            runId={chosenId}
            onClose={() => setChosenId(null)}
            {...(onOpenRun && { onOpenRun })}
          />
        </Suspense>
      )}
    </div>
  );
}
