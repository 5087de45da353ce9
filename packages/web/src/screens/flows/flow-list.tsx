import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { Answer } from '@tendril/contract/api/endpoint';
import type { listFlows } from '@tendril/contract/api/flows';
import { lazy, Suspense, useMemo } from 'react';
import { flowsTexts } from '../../kit/texts/en/flows.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import cardStyles from './flow-card.module.css';
import { FlowCard } from './flow-card.tsx';
import styles from './flow-list.module.css';
import { useFlowActions } from './use-flow-actions.tsx';
import type { FlowFilterState } from './use-flow-filter.ts';

// Most people stay with the cards: the table's library comes with the first table.
const FlowTable = lazy(() => import('./flow-table.tsx').then((module) => ({ default: module.FlowTable })));

type Pages = UseInfiniteQueryResult<InfiniteData<Answer<typeof listFlows>>>;

/** The loaded flows as cards or as a table, and the button for the next fifty. */
export function FlowList({ state, flows, total }: { state: FlowFilterState; flows: Pages; total: number }) {
  const t = useTexts(flowsTexts);
  const { kind } = state.filter;
  const actions = useFlowActions(kind);
  const rows = useMemo(() => flows.data?.pages.flatMap((page) => page.data) ?? [], [flows.data]);
  return (
    <>
      {state.view === 'cards' ? (
        <div className={cardStyles['grid']}>
          {rows.map((flow) => (
            <FlowCard key={flow.id} flow={flow} kind={kind} actions={actions.actionsOf(flow)} />
          ))}
        </div>
      ) : (
        <Suspense fallback={<SkeletonList />}>
          <FlowTable state={state} rows={rows} total={total} hasMore={flows.hasNextPage} actions={actions} />
        </Suspense>
      )}
      <div className={styles['foot']}>
        {flows.hasNextPage && (
          <Button isBusy={flows.isFetchingNextPage} onClick={() => flows.fetchNextPage()}>
            {t('showMore')}
          </Button>
        )}
      </div>
      {actions.dialog}
    </>
  );
}
