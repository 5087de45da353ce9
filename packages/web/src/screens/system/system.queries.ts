import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { listFailedJobs, runJobAgain } from '@tendril/contract/api/jobs';
import { listPastAlerts, readSystemStatus } from '@tendril/contract/api/system';
import { call } from '../../kit/api/call.ts';

const refreshMs = 10_000;

export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: ({ signal }) => call(readSystemStatus, { signal }),
  refetchInterval: refreshMs,
});

export const failedJobsQuery = queryOptions({
  queryKey: ['system', 'failed-jobs'],
  queryFn: ({ signal }) => call(listFailedJobs, { signal }),
  refetchInterval: refreshMs,
});

export const pastAlertsQuery = infiniteQueryOptions({
  queryKey: ['system', 'past-alerts'],
  queryFn: ({ signal, pageParam }) =>
    call(listPastAlerts, { query: { ...(pageParam !== '' && { cursor: pageParam }) }, signal }),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next,
  // Every page that is shown is read again: the more there are, the rarer.
  refetchInterval: ({ state: { data } }) => refreshMs * (data?.pages.length ?? 1),
});

export function useRunAgain() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(runJobAgain, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['system'] }),
  });
}
