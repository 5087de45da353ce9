import { useState } from 'react';
import { useDebounced } from '../../kit/lib/use-debounced.ts';
import { type ListView, useListView } from '../../kit/lists/use-list-view.ts';
import type { FlowFilter, FlowSort, FlowStatus, ListKind } from './flows.queries.ts';

/** One request per pause in typing, not per character. */
const searchPauseMs = 200;

/** The filters above the list. */
export interface FlowFilterState {
  filter: FlowFilter;
  search: string;
  setSearch: (search: string) => void;
  set: (changes: Partial<Pick<FlowFilter, 'only' | 'status' | 'sort' | 'tag' | 'folder'>>) => void;
  setSort: (sort: FlowSort) => void;
  view: ListView;
  setView: (view: ListView) => void;
  isFiltered: boolean;
  clear: () => void;
}

const everything = {
  only: '' as FlowFilter['only'],
  status: 'all' as FlowStatus | 'all',
  tag: '',
  folder: '',
};

/** Search, status, tag, folder, sort and view of one list; the view is kept per page. */
export function useFlowFilter(kind: ListKind): FlowFilterState {
  const [search, setSearch] = useState('');
  const [narrowed, setNarrowed] = useState({ ...everything, sort: 'updated' as FlowSort });
  const [view, setView] = useListView(`flows-${kind === 'PIPELINE' ? 'MULTIAGENT' : kind}`);
  const settledSearch = useDebounced(search.trim(), searchPauseMs);
  const set: FlowFilterState['set'] = (changes) => setNarrowed((before) => ({ ...before, ...changes }));
  const { only, status, tag, folder } = narrowed;
  return {
    filter: { kind, search: settledSearch, ...narrowed },
    search,
    setSearch,
    set,
    setSort: (sort) => set({ sort }),
    view,
    setView,
    isFiltered: settledSearch !== '' || only !== '' || status !== 'all' || tag !== '' || folder !== '',
    clear: () => {
      setSearch('');
      set(everything);
    },
  };
}
