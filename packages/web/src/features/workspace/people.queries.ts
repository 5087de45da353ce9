import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  createInvitation,
  deleteInvitation,
  listInvitations,
  listPeople,
  removePerson,
} from '@tendril/contract/api/people';
import { call } from '../../kit/api/call.ts';

export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: ({ signal }) => call(listPeople, { signal }),
});

export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) => call(listInvitations, { signal }),
});

export function useRemovePerson() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(removePerson, { params: { id } }),
    onSettled: () => client.invalidateQueries(peopleQuery),
  });
}

export function useInvite() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (label: string) => call(createInvitation, { body: { label } }),
    onSuccess: () => client.invalidateQueries(invitationsQuery),
  });
}

export function useRevoke() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deleteInvitation, { params: { id } }),
    onSettled: () => client.invalidateQueries(invitationsQuery),
  });
}
