import { queryOptions } from '@tanstack/react-query';
import { readProfile } from '@tendril/contract/api/auths';
import { listRoles } from '@tendril/contract/api/people';
import { call } from '../../kit/api/call.ts';

/** The workspace that the person works in. */
export const currentWorkspaceQuery = queryOptions({
  queryKey: ['current-workspace'],
  queryFn: async ({ signal }) =>
    (await call(readProfile, { signal })).workspaces.find(({ isCurrent }) => isCurrent) ?? null,
});

/** The roles of that workspace. */
export const rolesOfWorkspaceQuery = queryOptions({
  queryKey: ['current-workspace', 'roles'],
  queryFn: ({ signal }) => call(listRoles, { signal }),
});
