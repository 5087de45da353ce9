import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  listWebhookDeliveries,
  readWebhookSecret,
  renewWebhookSecret,
  resendWebhookDelivery,
  testWebhook,
  type WebhookDelivery,
} from '@tendril/contract/api/voice-webhooks';
import { call } from '../../../kit/api/call.ts';

const soonMs = 2000;
const laterMs = 15_000;

/** Looked at again by itself: often while something is about to be sent. */
export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['voice-agent', id, 'webhook-deliveries'],
    queryFn: async ({ signal }) => (await call(listWebhookDeliveries, { params: { id }, signal })).data,
    refetchInterval: ({ state }) => (state.data?.some(isAboutToGo) ? soonMs : laterMs),
  });

/** Whether a delivery is under way, or will be within a moment. */
function isAboutToGo({ state, nextAt }: WebhookDelivery): boolean {
  return state === 'waiting' && nextAt !== null && nextAt - Date.now() < laterMs;
}

export const webhookSecretQuery = (id: string) =>
  queryOptions({
    queryKey: ['voice-agent', id, 'webhook-secret'],
    queryFn: ({ signal }) => call(readWebhookSecret, { params: { id }, signal }),
  });

export function useRenewSecret(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(renewWebhookSecret, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: webhookSecretQuery(id).queryKey }),
  });
}

export function useTestWebhook(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (url: string) => call(testWebhook, { params: { id }, body: { url } }),
    // The first test makes the secret.
    onSettled: () => client.invalidateQueries({ queryKey: webhookSecretQuery(id).queryKey }),
  });
}

export function useResendDelivery(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (deliveryId: string) => call(resendWebhookDelivery, { params: { id, deliveryId } }),
    onSettled: () => client.invalidateQueries({ queryKey: deliveriesQuery(id).queryKey }),
  });
}
