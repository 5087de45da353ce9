import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { Answer } from '@tendril/contract/api/endpoint';
import type { listFlows } from '@tendril/contract/api/flows';
import { useMemo } from 'react';
import { CardGrid } from '../../kit/lists/card-grid.tsx';
import { useSelection } from '../../kit/lists/use-selection.ts';
import { flowsTexts } from '../../kit/texts/en/flows.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { DropTile } from './drop-tile.tsx';
import { FlowCard } from './flow-card.tsx';
import styles from './flow-list.module.css';
import { FlowTable } from './flow-table.tsx';
import { type FlowFacets, FlowTools } from './flow-tools.tsx';
import { NoFlowMatch } from './no-flow-match.tsx';
import { useFlowActions } from './use-flow-actions.tsx';
import type { FlowFilterState } from './use-flow-filter.ts';

type Pages = UseInfiniteQueryResult<InfiniteData<Answer<typeof listFlows>>>;

interface FlowListProps {
  state: FlowFilterState;
  flows: Pages;
  facets: FlowFacets;
  total: number;
}

/** Tools, the loaded flows as cards or as a table, and the button for the next fifty. */
export function FlowList({ state, flows, facets, total }: FlowListProps) {
  const t = useTexts(flowsTexts);
  const rows = useMemo(() => flows.data?.pages.flatMap((page) => page.data) ?? [], [flows.data]);
  const selection = useSelection(rows);
  const actions = useFlowActions(facets, selection.clear);
  const selected = rows.filter(({ id }) => selection.ids.has(id));
  const isTable = state.view === 'table';
  return (
    <>
      <FlowTools
        state={state}
        facets={facets}
        bulk={{
          count: isTable ? selected.length : 0,
          onClear: selection.clear,
          ...actions.bulkOf(selected),
        }}
      />
      {total === 0 && <NoFlowMatch state={state} />}
      {total > 0 && isTable && (
        <FlowTable
          state={state}
          rows={rows}
          total={total}
          hasMore={flows.hasNextPage}
          selection={selection}
          actionsOf={actions.actionsOf}
        />
      )}
      {total > 0 && !isTable && (
        <CardGrid>
          {rows.map((flow) => (
            <FlowCard key={flow.id} flow={flow} actions={actions.actionsOf(flow)} />
          ))}
          {!flows.hasNextPage && !state.isFiltered && <DropTile />}
        </CardGrid>
      )}
      {flows.hasNextPage && (
        <div className={styles['foot']}>
          <Button isBusy={flows.isFetchingNextPage} onClick={() => flows.fetchNextPage()}>
            {t('showMore')}
          </Button>
        </div>
      )}
      {actions.dialog}
    </>
  );
}
