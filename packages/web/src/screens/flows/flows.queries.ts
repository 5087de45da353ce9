import { infiniteQueryOptions, keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Answer, SentBody, SentParams, SentQuery } from '@tendril/contract/api/endpoint';
import {
  arrangeFlows,
  createFromStarter,
  deleteFlow,
  duplicateFlow,
  listFlows,
  updateFlow,
} from '@tendril/contract/api/flows';
import type { FlowType } from '@tendril/contract/flow/flow';
import { call } from '../../kit/api/call.ts';

/** A flow, a sequential pipeline or an agent flow, in the stored word. */
export type FlowKind = FlowType;
/** Which of the two lists: flows, or both kinds of pipelines. */
export type ListKind = 'CHATFLOW' | 'PIPELINE';
export type FlowSort = 'updated' | 'name' | 'created';
export type FlowStatus = 'live' | 'draft' | 'never';

export interface FlowFilter {
  kind: ListKind;
  /** Of a list with several kinds, the one that is shown. */
  only: FlowKind | '';
  search: string;
  status: FlowStatus | 'all';
  sort: FlowSort;
  /** '' for all. */
  tag: string;
  folder: string;
}

const pageSize = 50;

/** The flows that fit a filter, a page of fifty at a time. */
export function flowsQuery({ kind, only, search, status, sort, tag, folder }: FlowFilter) {
  return infiniteQueryOptions({
    queryKey: ['flows', kind, { only, search, status, sort, tag, folder }],
    queryFn: ({ signal, pageParam }) => {
      const query: SentQuery<typeof listFlows> = {
        type: only || kind,
        sort,
        page: pageParam,
        limit: pageSize,
      };
      if (search !== '') query.search = search;
      if (status !== 'all') query.status = status;
      if (tag !== '') query.tag = tag;
      if (folder !== '') query.folder = folder;
      return call(listFlows, { query, signal });
    },
    initialPageParam: 1,
    getNextPageParam: (last: Answer<typeof listFlows>, all) =>
      all.length * pageSize < last.total ? all.length + 1 : null,
    placeholderData: keepPreviousData,
  });
}

function useRefreshFlows() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['flows'] });
}

export function useRenameFlow() {
  const onSuccess = useRefreshFlows();
  return useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      call(updateFlow, { params: { id }, body: { name } }),
    onSuccess,
  });
}

/** Moves flows and changes their tags. */
export function useArrangeFlows() {
  const onSuccess = useRefreshFlows();
  return useMutation({
    mutationFn: (body: SentBody<typeof arrangeFlows>) => call(arrangeFlows, { body }),
    onSuccess,
  });
}

export function useDuplicateFlow() {
  const onSuccess = useRefreshFlows();
  return useMutation({ mutationFn: (id: string) => call(duplicateFlow, { params: { id } }), onSuccess });
}

export function useDeleteFlows() {
  const onSettled = useRefreshFlows();
  return useMutation({
    mutationFn: (ids: readonly string[]) =>
      Promise.all(ids.map((id) => call(deleteFlow, { params: { id } }))),
    onSettled,
  });
}

export function useCreateFromStarter() {
  const onSuccess = useRefreshFlows();
  return useMutation({
    mutationFn: (starter: SentParams<typeof createFromStarter>['starter']) =>
      call(createFromStarter, { params: { starter } }),
    onSuccess,
  });
}
