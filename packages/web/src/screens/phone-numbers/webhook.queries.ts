import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  readNumberSecret,
  renewNumberSecret,
  testInboundWebhook,
} from '@tendril/contract/api/phone-number-checks';
import { call } from '../../kit/api/call.ts';

/** A mask of the secret that signs what a number asks. */
export const numberSecretQuery = (id: string) =>
  queryOptions({
    queryKey: ['phone-number-secret', id],
    queryFn: ({ signal }) => call(readNumberSecret, { params: { id }, signal }),
  });

export function useTestWebhook(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (url: string) => call(testInboundWebhook, { params: { id }, body: { url } }),
    // The first request makes the secret.
    onSuccess: () => client.invalidateQueries({ queryKey: numberSecretQuery(id).queryKey }),
  });
}

export function useRenewSecret(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(renewNumberSecret, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: numberSecretQuery(id).queryKey }),
  });
}
