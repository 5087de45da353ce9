import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { readCallCost } from '@tendril/contract/api/call-details';
import {
  type Call,
  interveneInCall,
  listCalls,
  readCall,
  readCallEvents,
  stopCall,
} from '@tendril/contract/api/calls';
import { listWebhookDeliveries, resendWebhookDelivery } from '@tendril/contract/api/voice-webhooks';
import type { CallAct } from '@tendril/contract/voice/call-act';
import { applyCallEvent } from '../../features/voice/apply-call-event.ts';
import { emptyCall } from '../../features/voice/call-view.ts';
import { call } from '../../kit/api/call.ts';
import { toCallQuery } from './to-call-query.ts';
import type { CallFilter } from './use-call-filter.ts';

const pageSize = 50;
const liveMs = 3000;

/** Calls by pages, newest first; looked at again while one of them is in progress. */
export const callsQuery = (filter: CallFilter) =>
  infiniteQueryOptions({
    queryKey: ['calls', 'list', ...Object.values(filter)],
    queryFn: ({ pageParam, signal }) =>
      call(listCalls, {
        query: {
          limit: pageSize,
          isBrief: 'true',
          ...toCallQuery(filter, Date.now()),
          ...(pageParam && { before: pageParam.createdAt, beforeId: pageParam.id }),
        },
        signal,
      }),
    initialPageParam: undefined as Pick<Call, 'createdAt' | 'id'> | undefined,
    getNextPageParam: ({ data, hasMore }) => (hasMore ? data.at(-1) : undefined),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some((one) => one.status === 'ongoing')) ? liveMs : false,
  });

/** The calls in progress now, whatever the list is narrowed to. */
export const liveCallsQuery = queryOptions({
  queryKey: ['calls', 'live'],
  queryFn: async ({ signal }) =>
    (
      await call(listCalls, {
        query: { status: 'ongoing', isServed: 'true', isBrief: 'true', limit: 50 },
        signal,
      })
    ).data,
  refetchInterval: liveMs,
});

/** One call; read again while it lasts. */
export const callQuery = (id: string) =>
  queryOptions({
    queryKey: ['call', id],
    queryFn: async ({ signal }) => (await call(readCall, { params: { id }, signal })).data,
    refetchInterval: ({ state }) => (state.data && state.data.endedAt === null ? liveMs : false),
  });

/** What each part of a call cost, known when it is over. */
export const callCostQuery = (id: string, isOver: boolean) =>
  queryOptions({
    queryKey: ['call', id, 'cost'],
    queryFn: async ({ signal }) => (await call(readCallCost, { params: { id }, signal })).data,
    enabled: isOver,
    retry: false,
  });

/** Everything that happened in a call, as it is drawn. */
export const callViewQuery = (id: string, isOver: boolean) =>
  queryOptions({
    queryKey: ['call', id, 'view', isOver],
    queryFn: async ({ signal }) =>
      (await call(readCallEvents, { params: { id }, signal })).data.reduce(applyCallEvent, emptyCall),
    refetchInterval: isOver ? false : liveMs,
    placeholderData: keepPreviousData,
  });

/** What was sent of a call, among the latest deliveries of its agent. */
export const callDeliveriesQuery = (agentId: string, callId: string) =>
  queryOptions({
    queryKey: ['voice-agent', agentId, 'webhook-deliveries'],
    queryFn: async ({ signal }) =>
      (await call(listWebhookDeliveries, { params: { id: agentId }, signal })).data,
    select: (all) => all.filter((delivery) => delivery.callId === callId),
    retry: false,
  });

export function useResendCallDelivery(agentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (deliveryId: string) => call(resendWebhookDelivery, { params: { id: agentId, deliveryId } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['voice-agent', agentId, 'webhook-deliveries'] }),
  });
}

/** Acts are sent one after the other: what is typed while one is under way follows it. */
export function useInterveneInCall(id: string) {
  const client = useQueryClient();
  return useMutation({
    scope: { id: `intervene in ${id}` },
    mutationFn: (body: CallAct) => call(interveneInCall, { params: { id }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: ['call', id] }),
  });
}

export function useStopCall(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(stopCall, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['call', id] }),
  });
}
