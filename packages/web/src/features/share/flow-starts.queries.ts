import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { SentBody } from '@tendril/contract/api/endpoint';
import {
  listFlowFirings,
  readFlowTriggers,
  renewFlowWebhookSecret,
  repeatFlowFiring,
  updateFlowSchedule,
} from '@tendril/contract/api/flow-triggers';
import { call } from '../../kit/api/call.ts';

const watchMs = 3000;

/** How the live version of a flow is started. */
export function flowStartsQuery(flowId: string) {
  return queryOptions({
    queryKey: ['flow-starts', flowId],
    queryFn: ({ signal }) => call(readFlowTriggers, { params: { id: flowId }, signal }),
    // What is published in between changes it.
    staleTime: 0,
  });
}

/** The latest starts; looked at again while they are shown, so that a first delivery is seen to arrive. */
export function flowFiringsQuery(flowId: string) {
  return queryOptions({
    queryKey: ['flow-firings', flowId],
    queryFn: ({ signal }) => call(listFlowFirings, { params: { id: flowId }, signal }),
    refetchInterval: watchMs,
  });
}

export function useFlowSchedule(flowId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SentBody<typeof updateFlowSchedule>) =>
      call(updateFlowSchedule, { params: { id: flowId }, body }),
    onSuccess: (starts) => client.setQueryData(flowStartsQuery(flowId).queryKey, starts),
  });
}

export function useNewWebhookSecret(flowId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(renewFlowWebhookSecret, { params: { id: flowId } }),
    onSuccess: () => client.invalidateQueries(flowStartsQuery(flowId)),
  });
}

export function useRepeatFiring(flowId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (firingId: string) => call(repeatFlowFiring, { params: { id: flowId, firingId } }),
    onSuccess: () => client.invalidateQueries(flowFiringsQuery(flowId)),
  });
}
