import { queryOptions, useMutation } from '@tanstack/react-query';
import { readFlowForm, sendFlowForm } from '@tendril/contract/api/flow-triggers';
import type { FormValue } from '@tendril/contract/flow/form-values';
import { call } from '../../kit/api/call.ts';
import { RequestError } from '../../kit/api/request-error.ts';

/** The form of a flow, for everybody who may see it. */
export function flowFormQuery(flowId: string) {
  return queryOptions({
    queryKey: ['flow-form', flowId],
    queryFn: ({ signal }) => call(readFlowForm, { params: { id: flowId }, signal }),
    retry: false,
    // What somebody fills in is not exchanged under his hands.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useSendForm(flowId: string) {
  return useMutation({
    mutationFn: (values: Record<string, FormValue>) =>
      call(sendFlowForm, { params: { id: flowId }, body: { values } }),
  });
}

/** Whether a refusal means that there is no such form for this person. */
export function isMissingForm(thrown: unknown): boolean {
  return thrown instanceof RequestError && [400, 401, 403, 404].includes(thrown.status);
}
