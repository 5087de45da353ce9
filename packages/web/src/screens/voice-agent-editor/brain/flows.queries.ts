import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { listFlowVersions } from '@tendril/contract/api/flow-versions';
import { type FlowSummary, listFlows, readFlow } from '@tendril/contract/api/flows';
import { call } from '../../../kit/api/call.ts';

const pageSize = 50;

/** Flows or pipelines that fit a search, page by page, last changed first. */
export const flowChoicesQuery = (type: FlowSummary['type'], search: string) =>
  infiniteQueryOptions({
    queryKey: ['flows', 'choices', type, search],
    queryFn: ({ signal, pageParam }) =>
      call(listFlows, {
        query: { type, page: pageParam, limit: pageSize, ...(search && { search }) },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, all) =>
      all.reduce((sum, page) => sum + page.data.length, 0) < last.total ? all.length + 1 : undefined,
  });

/** The flow that answers. */
export const answeringFlowQuery = (id: string) =>
  queryOptions({
    queryKey: ['flows', 'answering', id],
    queryFn: ({ signal }) => call(readFlow, { params: { id }, signal }),
  });

/** Its newest versions, to pin one of them. */
export const flowVersionChoicesQuery = (id: string) =>
  queryOptions({
    queryKey: ['flows', 'answering', id, 'versions'],
    queryFn: async ({ signal }) =>
      (await call(listFlowVersions, { params: { id }, query: { limit: 100 }, signal })).data,
  });
