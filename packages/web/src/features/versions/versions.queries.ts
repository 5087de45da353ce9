import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { listFlowVersions, readFlowVersion } from '@tendril/contract/api/flow-versions';
import { call } from '../../kit/api/call.ts';

const pageSize = 30;

/** A flow's versions, newest first; `revision` makes the list follow the saves of this canvas. */
export const versionsQuery = (flowId: string, revision: string) =>
  infiniteQueryOptions({
    queryKey: ['flow-versions', flowId, revision],
    queryFn: ({ pageParam, signal }) =>
      call(listFlowVersions, { params: { id: flowId }, query: { page: pageParam, limit: pageSize }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      pages.length * pageSize < last.total && last.data.length > 0 ? pages.length + 1 : undefined,
    staleTime: 0,
    placeholderData: (before) => before,
  });

/** One version with its flow; a version never changes, but an autosave's place is taken by the next one. */
export const versionQuery = (flowId: string, versionId: string) =>
  queryOptions({
    queryKey: ['flow-version', flowId, versionId],
    queryFn: ({ signal }) => call(readFlowVersion, { params: { id: flowId, versionId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
