import type { StoredToolAnswer } from '@tendril/contract/api/tools';
import { useState } from 'react';
import type { Sorting } from '../../kit/lists/sort-head.tsx';
import { sortRows } from '../../kit/lists/sort-rows.ts';
import { type ListView, useListView } from '../../kit/lists/use-list-view.ts';

export type ToolColumn = 'name' | 'description' | 'usedBy' | 'lastRun' | 'updated';

/** What the person set above the list, and the tools that fit. */
export interface ToolFilter {
  search: string;
  setSearch: (search: string) => void;
  sorting: Sorting<ToolColumn>;
  setSorting: (sorting: Sorting<ToolColumn>) => void;
  view: ListView;
  setView: (view: ListView) => void;
  shown: readonly StoredToolAnswer[];
}

const readers: Readonly<Record<ToolColumn, (tool: StoredToolAnswer) => string | number>> = {
  name: ({ name }) => name,
  description: ({ description }) => description,
  usedBy: ({ usedBy }) => usedBy.length,
  lastRun: ({ lastRunAt }) => lastRunAt ?? 0,
  updated: ({ updatedDate }) => Date.parse(updatedDate),
};

/** The view is kept in this browser. */
export function useToolFilter(tools: readonly StoredToolAnswer[]): ToolFilter {
  const [search, setSearch] = useState('');
  const [sorting, setSorting] = useState<Sorting<ToolColumn>>({ column: 'updated', isDescending: true });
  const [view, setView] = useListView('tools');
  const word = search.trim().toLowerCase();
  const fitting = tools.filter(({ name, description }) =>
    `${name} ${description}`.toLowerCase().includes(word),
  );
  return {
    search,
    setSearch,
    sorting,
    setSorting,
    view,
    setView,
    shown: sortRows(fitting, readers[sorting.column], sorting.isDescending),
  };
}
