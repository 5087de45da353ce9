import { useInfiniteQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { flowsTexts } from '../../kit/texts/en/flows.ts';
import { pageTexts } from '../../kit/texts/en/pages.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { PageHead } from '../../kit/ui/page-head.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { FirstRun } from './first-run.tsx';
import { FlowList } from './flow-list.tsx';
import { FlowTools } from './flow-tools.tsx';
import { type FlowKind, flowsQuery } from './flows.queries.ts';
import styles from './flows-screen.module.css';
import { NewFlowButton } from './new-flow-button.tsx';
import { type FlowFilterState, useFlowFilter } from './use-flow-filter.ts';
import { useImportFlow } from './use-import-flow.ts';

/** The list of flows or of pipelines. */
export function FlowsScreen({ kind }: { kind: FlowKind }) {
  const t = useTexts(flowsTexts);
  const page = useTexts(pageTexts);
  const state = useFlowFilter(kind);
  const flows = useInfiniteQuery(flowsQuery(state.filter));
  const first = flows.data?.pages[0];
  const isFirstRun = first?.counts.all === 0 && !state.isFiltered;
  const files = useImportFlow();
  const name = kind === 'CHATFLOW' ? 'flows' : 'pipelines';
  return (
    <div className={state.view === 'table' && !isFirstRun ? styles['paper'] : undefined}>
      <PageHead
        title={page(name)}
        help={page(`${name}Help`)}
        actions={<NewFlowButton kind={kind} isMain={!isFirstRun} files={files} />}
      />
      {isFirstRun ? (
        <FirstRun kind={kind} onFiles={(given) => void files.importFiles(given)} />
      ) : (
        <>
          <FlowTools state={state} counts={first?.counts} />
          {flows.isPending && <SkeletonList shape={state.view === 'cards' ? 'cards' : 'rows'} />}
          {flows.isError && !first && (
            <ErrorState title={t('loadFailed')} error={flows.error} onRetry={() => flows.refetch()} />
          )}
          {first && first.total === 0 && <NoMatch state={state} />}
          {first && first.total > 0 && <FlowList state={state} flows={flows} total={first.total} />}
        </>
      )}
    </div>
  );
}

function NoMatch({ state }: { state: FlowFilterState }) {
  const t = useTexts(flowsTexts);
  const { search, kind } = state.filter;
  const clear = <Button onClick={state.clear}>{t('clearFilters')}</Button>;
  if (search === '')
    return (
      <EmptyState Icon={SearchX} title={t('nothingHere')} text={t('nothingWithStatus')} action={clear} />
    );
  return (
    <EmptyState
      Icon={SearchX}
      title={t(kind === 'CHATFLOW' ? 'noMatch' : 'noPipelineMatch', { search })}
      action={clear}
    />
  );
}
