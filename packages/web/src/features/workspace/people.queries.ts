import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { SentBody } from '@tendril/contract/api/endpoint';
import {
  changePersonRole,
  createInvitation,
  createRole,
  deleteInvitation,
  deleteRole,
  endWorkspaceSession,
  listInvitations,
  listPeople,
  listRoles,
  listWorkspaceSessions,
  removePerson,
  updateRole,
} from '@tendril/contract/api/people';
import { call } from '../../kit/api/call.ts';
import { ownRoleQuery } from '../../kit/api/own-role.queries.ts';

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
    mutationFn: (body: SentBody<typeof createInvitation>) => call(createInvitation, { body }),
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

export const rolesQuery = queryOptions({
  queryKey: ['roles'],
  queryFn: ({ signal }) => call(listRoles, { signal }),
});

/** After a role has changed: it may have been one's own. */
function useRefreshRoles() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [peopleQuery, rolesQuery, invitationsQuery, ownRoleQuery].map((query) =>
        client.invalidateQueries({ queryKey: query.queryKey }),
      ),
    );
}

export function useChangePersonRole() {
  const onSettled = useRefreshRoles();
  return useMutation({
    mutationFn: ({ id, roleId }: { id: string; roleId: string }) =>
      call(changePersonRole, { params: { id }, body: { roleId } }),
    onSettled,
  });
}

/** Creates a role, or changes the one with the id. */
export function useSaveRole() {
  const onSuccess = useRefreshRoles();
  return useMutation({
    mutationFn: ({ id, body }: { id: string | undefined; body: SentBody<typeof createRole> }) =>
      id === undefined ? call(createRole, { body }) : call(updateRole, { params: { id }, body }),
    onSuccess,
  });
}

export function useDeleteRole() {
  const onSettled = useRefreshRoles();
  return useMutation({
    mutationFn: (id: string) => call(deleteRole, { params: { id } }),
    onSettled,
  });
}

export const workspaceSessionsQuery = queryOptions({
  queryKey: ['workspace-sessions'],
  queryFn: ({ signal }) => call(listWorkspaceSessions, { signal }),
});

export function useEndWorkspaceSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(endWorkspaceSession, { params: { id } }),
    onSettled: () => client.invalidateQueries(workspaceSessionsQuery),
  });
}
