import type { FlowSummary } from '@tendril/contract/api/flows';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ListTable } from '../../kit/lists/list-table.tsx';
import type { Sorting } from '../../kit/lists/sort-head.tsx';
import { sortRows } from '../../kit/lists/sort-rows.ts';
import type { Selection } from '../../kit/lists/use-selection.ts';
import { flowsTexts } from '../../kit/texts/en/flows.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import type { MenuAction } from '../../kit/ui/action-menu.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { type FlowColumn, flowColumns, flowSortValues } from './flow-columns.tsx';
import { flowPath } from './flow-paths.ts';
import type { FlowSort } from './flows.queries.ts';
import type { FlowFilterState } from './use-flow-filter.ts';

interface FlowTableProps {
  state: FlowFilterState;
  rows: readonly FlowSummary[];
  total: number;
  hasMore: boolean;
  selection: Selection;
  actionsOf: (flow: FlowSummary) => readonly MenuAction[];
}

// How the menu's choices stand in the head of the table; it has no column for the time of making.
const asSorting: Readonly<Record<FlowSort, Sorting<FlowColumn> | undefined>> = {
  name: { column: 'name', isDescending: false },
  updated: { column: 'updated', isDescending: true },
  created: undefined,
};

/** The flows as a table. While not all are here only the server can sort, and it knows names and ages. */
export function FlowTable({ state, rows, total, hasMore, selection, actionsOf }: FlowTableProps) {
  const t = useTexts(flowsTexts);
  const navigate = useNavigate();
  const { kind, sort } = state.filter;
  const [pressed, setPressed] = useState<{ sort: FlowSort; sorting: Sorting<FlowColumn> } | null>(null);
  // A choice in the menu afterwards takes the place of the pressed head.
  const sorting = !hasMore && pressed?.sort === sort ? pressed.sorting : asSorting[sort];
  const onSort = (next: Sorting<FlowColumn>) =>
    hasMore
      ? state.setSort(next.column === 'name' ? 'name' : 'updated')
      : setPressed({ sort, sorting: next });
  const shown =
    sorting && !hasMore ? sortRows(rows, flowSortValues[sorting.column], sorting.isDescending) : rows;
  return (
    <ListTable
      rows={shown}
      columns={flowColumns({ rows, hasMore })}
      sorting={sorting}
      onSort={onSort}
      selection={selection}
      nameOf={({ name }) => name}
      actionsOf={actionsOf}
      quickAct={({ id, name, type }) => (
        <IconButton
          size="small"
          label={t('test', { name })}
          onClick={() => navigate(flowPath(type, id, 'test'))}
        >
          <Play size={16} />
        </IconButton>
      )}
      count={t(kind === 'CHATFLOW' ? 'flowCount' : 'pipelineCount', { count: total })}
    />
  );
}
