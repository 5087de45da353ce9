import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  changePassword,
  endOtherSessions,
  endOwnSession,
  listSessions,
  readProfile,
  updateProfile,
} from '@tendril/contract/api/auths';
import type { SentBody } from '@tendril/contract/api/endpoint';
import { call } from '../../kit/api/call.ts';
import { storeUser } from '../../kit/state/session-store.ts';

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => call(readProfile, { signal }),
  staleTime: 5 * 60_000,
});

export const sessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: ({ signal }) => call(listSessions, { signal }),
});

export function useSaveProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SentBody<typeof updateProfile>) => call(updateProfile, { body }),
    onSuccess({ data }) {
      storeUser(data);
      return client.invalidateQueries(profileQuery);
    },
  });
}

export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SentBody<typeof changePassword>) => call(changePassword, { body }),
    onSuccess: () => client.invalidateQueries(sessionsQuery),
  });
}

/** Ends one session, or with null all but this one. */
export function useEndSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string | null) =>
      id === null ? call(endOtherSessions) : call(endOwnSession, { params: { id } }),
    onSettled: () => client.invalidateQueries(sessionsQuery),
  });
}
