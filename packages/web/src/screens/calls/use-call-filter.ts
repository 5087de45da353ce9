import type { Call } from '@tendril/contract/api/calls';
import { useDeferredValue } from 'react';
import { useSearchParams } from 'react-router';

/** What the list is narrowed to; empty: everything, but no tests. */
export interface CallFilter {
  search: string;
  kind: Call['kind'] | '';
  status: Call['status'] | '';
  result: 'success' | 'failure' | '';
}

const kinds = ['web', 'phone', 'test', 'simulation'] as const;
const statuses = ['ongoing', 'ended', 'error', 'not_connected'] as const;
const results = ['success', 'failure'] as const;

/** The filter of the list, in the address: a bookmark keeps it. */
export function useCallFilter() {
  const [params, setParams] = useSearchParams();
  const one = <V extends string>(name: string, known: readonly V[]): V | '' =>
    known.find((value) => value === params.get(name)) ?? '';
  const filter: CallFilter = {
    search: params.get('search') ?? '',
    kind: one('kind', kinds),
    status: one('status', statuses),
    result: one('result', results),
  };
  const search = useDeferredValue(filter.search.trim());
  return {
    filter,
    asked: { ...filter, search },
    change(changes: Partial<CallFilter>) {
      const next = Object.entries({ ...filter, ...changes }).filter(([, value]) => value !== '');
      setParams(Object.fromEntries(next), { replace: true });
    },
    clear: () => setParams({}, { replace: true }),
    setCount: [filter.kind, filter.status, filter.result].filter(Boolean).length,
  };
}
