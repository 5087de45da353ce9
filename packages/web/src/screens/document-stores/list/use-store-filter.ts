import type { DocumentStoreSummary } from '@tendril/contract/api/document-stores';
import { useState } from 'react';
import type { Sorting } from '../../../kit/lists/sort-head.tsx';
import { useListView } from '../../../kit/lists/use-list-view.ts';

export type StoreColumn = 'name' | 'uses' | 'characters' | 'chunks' | 'loaders' | 'status' | 'updated';
export type StoreState = 'all' | 'ready' | 'open';

type StoreSort = Sorting<StoreColumn>;

const sortValues: Record<StoreColumn, (store: DocumentStoreSummary) => string | number> = {
  name: ({ name }) => name.toLowerCase(),
  uses: ({ whereUsed }) => whereUsed.length,
  characters: ({ totalChars }) => totalChars,
  chunks: ({ totalChunks }) => totalChunks,
  loaders: ({ totalLoaders }) => totalLoaders,
  status: ({ status }) => status,
  updated: ({ updatedDate }) => Date.parse(updatedDate),
};

/** The order a column is first sorted in: names up, amounts and times down. */
export function firstOrder(column: StoreColumn): StoreSort {
  return { column, isDescending: column !== 'name' && column !== 'status' };
}

/** The stores that fit search and status, in order. */
export function filterStores(
  stores: readonly DocumentStoreSummary[],
  { search, state, sort }: { search: string; state: StoreState; sort: StoreSort },
): DocumentStoreSummary[] {
  const wanted = search.trim().toLowerCase();
  const key = sortValues[sort.column];
  return stores
    .filter((store) => [store.name, store.description].some((text) => text.toLowerCase().includes(wanted)))
    .filter(({ status }) => state === 'all' || (state === 'ready') === (status === 'UPSERTED'))
    .toSorted((left, right) => {
      const [first, second] = [key(left), key(right)];
      const order = first < second ? -1 : first > second ? 1 : 0;
      return (sort.isDescending ? -order : order) || left.name.localeCompare(right.name);
    });
}

/** Search, status, sort and view of the list; the view is kept. */
export function useStoreFilter() {
  const [search, setSearch] = useState('');
  const [state, setState] = useState<StoreState>('all');
  const [sort, setSort] = useState<StoreSort>(firstOrder('updated'));
  const [view, setView] = useListView('stores');
  return {
    search,
    setSearch,
    state,
    setState,
    sort,
    setSort,
    view,
    setView,
    clear: () => {
      setSearch('');
      setState('all');
    },
  };
}

export type StoreFilter = ReturnType<typeof useStoreFilter>;
