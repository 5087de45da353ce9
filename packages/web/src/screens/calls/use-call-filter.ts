import { type CallFilterName, callFilterNames } from '@tendril/contract/api/call-views';
import { useDeferredValue } from 'react';
import { useSearchParams } from 'react-router';

/** What the list is narrowed to, by name; empty: everything, but no tests. */
export type CallFilter = Readonly<Record<CallFilterName, string>>;

/** The filter of the list, in the address: a bookmark keeps it, and so does a saved view. */
export function useCallFilter() {
  const [params, setParams] = useSearchParams();
  const filter = Object.fromEntries(
    callFilterNames.map((name) => [name, params.get(name) ?? '']),
  ) as CallFilter;
  const search = useDeferredValue(filter.search.trim());
  const number = useDeferredValue(filter.number.trim());
  const said = useDeferredValue(filter.said.trim());
  const tool = useDeferredValue(filter.tool.trim());
  const set = setFilters(filter);
  return {
    filter,
    asked: { ...filter, search, number, said, tool },
    /** What is set, for a saved view. */
    set,
    change(changes: Partial<CallFilter>) {
      setParams(setFilters({ ...filter, ...changes }), { replace: true });
    },
    /** Narrows to exactly this. */
    show: (wanted: Partial<CallFilter>) => setParams(setFilters(wanted), { replace: true }),
    clear: () => setParams({}, { replace: true }),
    setCount: Object.keys(set).filter((name) => name !== 'search').length,
  };
}

function setFilters(filter: Partial<CallFilter>): Partial<Record<CallFilterName, string>> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
}
