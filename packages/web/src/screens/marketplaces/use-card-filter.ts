import { useAddressValues } from '../../kit/lib/use-address-values.ts';
import type { CardFilter, KeyFilter } from './filter-cards.ts';

const names = ['tab', 'search', 'use', 'type', 'key'] as const;
type Values = Record<(typeof names)[number], string>;

export interface CardFilterState {
  filter: CardFilter;
  set: (changes: Partial<Values>) => void;
  isFiltered: boolean;
  clear: () => void;
}

/** What was set above the templates; it stands in the address, so that going back finds it again. */
export function useCardFilter(): CardFilterState {
  const { values, change } = useAddressValues(names);
  const { search, use: useCase } = values;
  const type = values.type as CardFilter['type'];
  const key = values.key as KeyFilter | '';
  return {
    filter: { isOwn: values.tab === 'own', search, useCase, type, key },
    set: change,
    isFiltered: [search, useCase, type, key].some((value) => value !== ''),
    clear: () => change({ search: '', use: '', type: '', key: '' }),
  };
}
