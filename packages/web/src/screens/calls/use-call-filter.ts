import { type CallFilterName, callFilterNames } from '@tendril/contract/api/call-views';
import { useDeferredValue } from 'react';
import { setValuesOf, useAddressValues } from '../../kit/lib/use-address-values.ts';

/** What the list is narrowed to, by name; empty: everything, but no tests. */
export type CallFilter = Readonly<Record<CallFilterName, string>>;

/** The filter of the list, in the address: a bookmark keeps it, and so does a saved view. */
export function useCallFilter() {
  const { values: filter, change, replace } = useAddressValues(callFilterNames);
  const search = useDeferredValue(filter.search.trim());
  const number = useDeferredValue(filter.number.trim());
  const said = useDeferredValue(filter.said.trim());
  const tool = useDeferredValue(filter.tool.trim());
  const set = setValuesOf(filter);
  return {
    filter,
    asked: { ...filter, search, number, said, tool },
    /** What is set, for a saved view. */
    set,
    change,
    /** Narrows to exactly this. */
    show: replace,
    clear: () => replace({}),
    setCount: Object.keys(set).filter((name) => name !== 'search').length,
  };
}
