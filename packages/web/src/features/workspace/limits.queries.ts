import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Body } from '@tendril/contract/api/endpoint';
import { changeLimits, readLimits } from '@tendril/contract/api/workspace-limits';
import { call } from '../../kit/api/call.ts';

const refreshMs = 5000;

export const limitsQuery = queryOptions({
  queryKey: ['workspace-limits'],
  queryFn: ({ signal }) => call(readLimits, { signal }),
  // What is in use changes by itself.
  refetchInterval: refreshMs,
});

const nearRefreshMs = 60_000;

/** Quotas of which at least four fifths are used. */
export const nearLimitsQuery = queryOptions({
  queryKey: ['workspace-limits', 'near'],
  queryFn: ({ signal }) => call(readLimits, { query: { near: 'true' }, signal }),
  staleTime: nearRefreshMs,
  refetchInterval: nearRefreshMs,
});

export function useChangeLimits() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<typeof changeLimits>) => call(changeLimits, { body }),
    onSuccess(answer) {
      client.setQueryData(limitsQuery.queryKey, answer);
      return client.invalidateQueries({ queryKey: nearLimitsQuery.queryKey });
    },
  });
}
