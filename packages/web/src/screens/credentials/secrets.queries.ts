import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  allowCredentialHost,
  deleteCredential,
  readCredentialUses,
  testCredential,
} from '@tendril/contract/api/credentials';
import { call } from '../../kit/api/call.ts';
import { credentialsQuery } from '../../kit/api/credentials.queries.ts';

/** What would currently stop working without a secret. */
export const secretUsesQuery = (id: string) =>
  queryOptions({
    queryKey: ['credential-uses', id],
    queryFn: ({ signal }) => call(readCredentialUses, { params: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

export function useTestSecret() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(testCredential, { params: { id } }),
    onSettled: () => client.invalidateQueries(credentialsQuery),
  });
}

/** Allows a secret to be sent to another server. */
export function useAllowHost() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, origin }: { id: string; origin: string }) =>
      call(allowCredentialHost, { params: { id }, body: { origin } }),
    onSettled: () => client.invalidateQueries(credentialsQuery),
  });
}

/** Deletes one after the other; what was deleted before a failure stays deleted, and the list says so. */
export function useDeleteSecrets() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const id of ids) await call(deleteCredential, { params: { id } });
    },
    onSettled: () => client.invalidateQueries(credentialsQuery),
  });
}
