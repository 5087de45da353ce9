import { queryOptions } from '@tanstack/react-query';
import { readOwnRole } from '@tendril/contract/api/people';
import { call } from './call.ts';

const refreshMs = 60_000;

/** The signed-in person's role; somebody else may change it at any time. */
export const ownRoleQuery = queryOptions({
  queryKey: ['own-role'],
  queryFn: ({ signal }) => call(readOwnRole, { signal }),
  refetchInterval: refreshMs,
});
