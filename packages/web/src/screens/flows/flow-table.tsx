import { type Header, useTable } from '@tanstack/react-table';
import type { FlowSummary } from '@tendril/contract/api/flows';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useMemo } from 'react';
import { countSuffix } from '../../kit/lib/count-suffix.ts';
import { flowsTexts } from '../../kit/texts/en/flows.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { BulkBar } from './bulk-bar.tsx';
import { flowColumns, flowTableFeatures, runsOf } from './flow-columns.tsx';
import { FlowRow } from './flow-row.tsx';
import styles from './flow-table.module.css';
import type { FlowSort } from './flows.queries.ts';
import type { FlowActions } from './use-flow-actions.tsx';
import type { FlowFilterState } from './use-flow-filter.ts';

export interface FlowTableProps {
  state: FlowFilterState;
  rows: FlowSummary[];
  total: number;
  hasMore: boolean;
  actions: FlowActions;
}

// While not all rows are here only the server can sort, and it knows these two.
const serverSorts: Readonly<Record<string, FlowSort>> = { name: 'name', updatedAt: 'updated' };

/** The flows as a table: sorted by any column, selected for deletion together. */
export function FlowTable({ state, rows, total, hasMore, actions }: FlowTableProps) {
  const t = useTexts(flowsTexts);
  const { kind, sort } = state.filter;
  const columns = useMemo(() => flowColumns(kind), [kind]);
  const table = useTable({
    features: flowTableFeatures,
    columns,
    data: rows,
    getRowId: (flow) => flow.id,
    enableSorting: !hasMore,
    initialState: {
      sorting:
        sort === 'created' ? [] : [{ id: sort === 'name' ? 'name' : 'updatedAt', desc: sort !== 'name' }],
    },
  });
  const selected = table.getSelectedRowModel().rows.map((row) => row.original);
  const deleteSelected = async () => {
    if (await actions.deleteMany(selected)) table.resetRowSelection();
  };
  const runs = rows.reduce((sum, flow) => sum + runsOf(flow), 0);
  return (
    <div className={styles['box']}>
      {selected.length > 0 && (
        <BulkBar
          count={selected.length}
          onClear={() => table.resetRowSelection()}
          onDelete={deleteSelected}
        />
      )}
      <table className={styles['table']} data-selecting={selected.length > 0 || undefined}>
        <thead>
          <tr>
            <th className={styles['check']}>
              <input
                type="checkbox"
                aria-label={t('selectAll')}
                checked={table.getIsAllRowsSelected()}
                ref={(box) => {
                  if (box) box.indeterminate = table.getIsSomeRowsSelected();
                }}
                onChange={table.getToggleAllRowsSelectedHandler()}
              />
            </th>
            {table.getHeaderGroups()[0]?.headers.map((header) => (
              <th key={header.id} className={styles[header.id]} aria-sort={ariaSort(header, hasMore, sort)}>
                <HeadButton header={header} hasMore={hasMore} state={state}>
                  <table.FlexRender header={header} />
                </HeadButton>
              </th>
            ))}
            <th className={styles['acts']}>
              <span className="visually-hidden">{t('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <FlowRow
              key={row.id}
              flow={row.original}
              kind={kind}
              isSelected={row.getIsSelected()}
              onSelect={row.getToggleSelectedHandler()}
              actions={actions.actionsOf(row.original)}
            >
              {row.getAllCells().map((cell) => (
                <td key={cell.id} className={styles[cell.column.id]}>
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </FlowRow>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td />
            <td colSpan={3}>{t(kind === 'CHATFLOW' ? 'flowCount' : 'pipelineCount', { count: total })}</td>
            <td className={styles['runs']}>{runs === 0 || hasMore ? '' : countSuffix(runs)}</td>
            <td colSpan={2} />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

type FlowHeader = Header<typeof flowTableFeatures, FlowSummary>;

function ariaSort(
  header: FlowHeader,
  hasMore: boolean,
  sort: FlowSort,
): 'ascending' | 'descending' | undefined {
  if (hasMore) {
    if (serverSorts[header.id] !== sort) return undefined;
    return sort === 'name' ? 'ascending' : 'descending';
  }
  const sorted = header.column.getIsSorted();
  if (sorted === false) return undefined;
  return sorted === 'asc' ? 'ascending' : 'descending';
}

interface HeadButtonProps {
  header: FlowHeader;
  hasMore: boolean;
  state: FlowFilterState;
  children: React.ReactNode;
}

function HeadButton({ header, hasMore, state, children }: HeadButtonProps) {
  const serverSort = serverSorts[header.id];
  const sorted = ariaSort(header, hasMore, state.filter.sort);
  if (hasMore && !serverSort) return children;
  const toggle = header.column.getToggleSortingHandler();
  return (
    <button
      type="button"
      onClick={(event) => (hasMore && serverSort ? state.setSort(serverSort) : toggle?.(event))}
    >
      {children}
      {sorted === 'ascending' && <ArrowUp size={14} />}
      {sorted === 'descending' && <ArrowDown size={14} />}
    </button>
  );
}
