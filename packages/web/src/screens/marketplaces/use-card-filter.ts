import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { CardFilter, KeyFilter } from './filter-cards.ts';

type Values = Record<'tab' | 'search' | 'use' | 'type' | 'key', string>;

export interface CardFilterState {
  filter: CardFilter;
  set: (changes: Partial<Values>) => void;
  isFiltered: boolean;
  clear: () => void;
}

/** What was set above the templates; it stands in the address, so that going back finds it again. */
export function useCardFilter(): CardFilterState {
  const [params, setParams] = useSearchParams();
  // The address follows a little later than the letters are typed: the field never waits for it.
  const [search, setSearch] = useState(() => params.get('search') ?? '');
  const read = (name: keyof Values) => params.get(name) ?? '';
  const set = (changes: Partial<Values>) => {
    if (changes.search !== undefined) setSearch(changes.search);
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  };
  const filter: CardFilter = {
    isOwn: read('tab') === 'own',
    search,
    useCase: read('use'),
    type: read('type') as CardFilter['type'],
    key: read('key') as KeyFilter | '',
  };
  const { useCase, type, key } = filter;
  return {
    filter,
    set,
    isFiltered: [search, useCase, type, key].some((value) => value !== ''),
    clear: () => set({ search: '', use: '', type: '', key: '' }),
  };
}
