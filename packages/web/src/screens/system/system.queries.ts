import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { listFailedJobs, runJobAgain } from '@tendril/contract/api/jobs';
import { readSystemStatus } from '@tendril/contract/api/system';
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

export function useRunAgain() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(runJobAgain, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['system'] }),
  });
}
