import type { Variable } from '@tendril/contract/api/variables';
import { useState } from 'react';
import type { Sorting } from '../../kit/lists/sort-head.tsx';
import { sortRows } from '../../kit/lists/sort-rows.ts';

type VariableKind = 'all' | 'static' | 'runtime' | 'secret';
export type VariableColumn = 'name' | 'value' | 'type' | 'usedBy' | 'updated' | 'created';

/** What the person set above the list, and the rows that fit. */
export interface VariableFilter {
  search: string;
  setSearch: (search: string) => void;
  kind: VariableKind;
  setKind: (kind: VariableKind) => void;
  sorting: Sorting<VariableColumn>;
  setSorting: (sorting: Sorting<VariableColumn>) => void;
  showsValues: boolean;
  setShowsValues: (shows: boolean) => void;
  counts: Readonly<Record<VariableKind, number>>;
  shown: readonly Variable[];
  clear: () => void;
}

const readers: Readonly<Record<VariableColumn, (variable: Variable) => string | number>> = {
  name: ({ name }) => name,
  value: ({ value, environmentName, isSecret }) => (isSecret ? '' : (environmentName ?? value)),
  type: ({ type, isSecret }) => `${type}${isSecret ? ' secret' : ''}`,
  usedBy: ({ usedBy }) => usedBy.length,
  updated: ({ updatedDate }) => Date.parse(updatedDate),
  created: ({ createdDate }) => Date.parse(createdDate),
};

function isOfKind(variable: Variable, kind: VariableKind): boolean {
  if (kind === 'all') return true;
  return kind === 'secret' ? variable.isSecret : variable.type === kind;
}

function fits({ name, value, isSecret, environmentName }: Variable, word: string): boolean {
  const texts = [name, isSecret ? '' : value, environmentName ?? ''];
  return texts.some((text) => text.toLowerCase().includes(word));
}

export function useVariableFilter(variables: readonly Variable[]): VariableFilter {
  const [search, setSearch] = useState('');
  const [kind, setKind] = useState<VariableKind>('all');
  const [sorting, setSorting] = useState<Sorting<VariableColumn>>({ column: 'name', isDescending: false });
  const [showsValues, setShowsValues] = useState(false);
  const word = search.trim().toLowerCase();
  const count = (wanted: VariableKind) => variables.filter((one) => isOfKind(one, wanted)).length;
  const fitting = variables.filter((one) => isOfKind(one, kind) && fits(one, word));
  return {
    search,
    setSearch,
    kind,
    setKind,
    sorting,
    setSorting,
    showsValues,
    setShowsValues,
    counts: {
      all: variables.length,
      static: count('static'),
      runtime: count('runtime'),
      secret: count('secret'),
    },
    shown: sortRows(fitting, readers[sorting.column], sorting.isDescending),
    clear: () => {
      setSearch('');
      setKind('all');
    },
  };
}
