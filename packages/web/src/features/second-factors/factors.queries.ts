import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  confirmTotp,
  readOwnFactors,
  readWorkspaceSecurity,
  removeTotp,
  renewRecoveryCodes,
  saveWorkspaceSecurity,
  startTotp,
  type WorkspaceSecurity,
} from '@tendril/contract/api/second-factors';
import { call } from '../../kit/api/call.ts';

export const factorsQuery = queryOptions({
  queryKey: ['own-factors'],
  queryFn: ({ signal }) => call(readOwnFactors, { signal }),
});

export const securityQuery = queryOptions({
  queryKey: ['workspace-security'],
  queryFn: ({ signal }) => call(readWorkspaceSecurity, { signal }),
});

/** A new key with each set-up: what was shown before counts no more. */
export const totpKeyQuery = queryOptions({
  queryKey: ['totp-key'],
  queryFn: () => call(startTotp),
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

export function useConfirmTotp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => call(confirmTotp, { body: { code } }),
    onSuccess: () => client.invalidateQueries(factorsQuery),
  });
}

export function useRemoveTotp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(removeTotp),
    onSettled: () => client.invalidateQueries(factorsQuery),
  });
}

export function useRenewCodes() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(renewRecoveryCodes),
    onSettled: () => client.invalidateQueries(factorsQuery),
  });
}

export function useSaveSecurity() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: WorkspaceSecurity) => call(saveWorkspaceSecurity, { body }),
    onSettled: () => client.invalidateQueries(securityQuery),
  });
}
