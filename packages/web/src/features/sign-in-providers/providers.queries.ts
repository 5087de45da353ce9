import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { SentBody } from '@tendril/contract/api/endpoint';
import {
  createSignInProvider,
  deleteSignInProvider,
  listSignInProviders,
  saveSignInPolicy,
  updateSignInProvider,
} from '@tendril/contract/api/sign-in-providers';
import { call } from '../../kit/api/call.ts';

export const providersQuery = queryOptions({
  queryKey: ['sign-in-providers'],
  queryFn: ({ signal }) => call(listSignInProviders, { signal }),
});

/** Adds a provider under a new id, or changes the one that has it. */
export function useSaveProvider() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      isNew,
      id,
      body,
    }: {
      isNew: boolean;
      id: string;
      body: SentBody<typeof updateSignInProvider>;
    }) =>
      isNew
        ? call(createSignInProvider, { body: { ...body, id } })
        : call(updateSignInProvider, { params: { id }, body }),
    onSuccess: () => client.invalidateQueries(providersQuery),
  });
}

export function useRemoveProvider() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deleteSignInProvider, { params: { id } }),
    onSettled: () => client.invalidateQueries(providersQuery),
  });
}

export function useSavePolicy() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isPasswordOff: boolean) => call(saveSignInPolicy, { body: { isPasswordOff } }),
    onSettled: () => client.invalidateQueries(providersQuery),
  });
}
