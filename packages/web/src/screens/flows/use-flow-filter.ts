import { useState } from 'react';
import { useDebounced } from '../../kit/lib/use-debounced.ts';
import type { FlowFilter, FlowKind, FlowSort, FlowStatus } from './flows.queries.ts';

/** A request per pause in typing, not per letter. */
const searchPauseMs = 200;

export type FlowView = 'cards' | 'table';

/** What the person set above the list. */
export interface FlowFilterState {
  filter: FlowFilter;
  search: string;
  setSearch: (search: string) => void;
  setStatus: (status: FlowStatus | 'all') => void;
  setSort: (sort: FlowSort) => void;
  view: FlowView;
  setView: (view: FlowView) => void;
  isFiltered: boolean;
  clear: () => void;
}

/** Search, status, sort and view of one list; the view is kept per page. */
export function useFlowFilter(kind: FlowKind): FlowFilterState {
  const viewKey = `flowsView-${kind}`;
  const [search, setSearch] = useState('');
  const [status, setStatus] = useState<FlowStatus | 'all'>('all');
  const [sort, setSort] = useState<FlowSort>('updated');
  const [view, setView] = useState<FlowView>(() =>
    localStorage.getItem(viewKey) === 'table' ? 'table' : 'cards',
  );
  const settledSearch = useDebounced(search.trim(), searchPauseMs);
  return {
    filter: { kind, search: settledSearch, status, sort },
    search,
    setSearch,
    setStatus,
    setSort,
    view,
    setView: (next) => {
      localStorage.setItem(viewKey, next);
      setView(next);
    },
    isFiltered: settledSearch !== '' || status !== 'all',
    clear: () => {
      setSearch('');
      setStatus('all');
    },
  };
}
