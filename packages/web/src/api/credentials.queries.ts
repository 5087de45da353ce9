import { queryOptions } from '@tanstack/react-query';
import { listCredentials } from '@tendril/contract/api/credentials';
import { call } from './call.ts';

/** All stored secrets, without their values. */
export const credentialsQuery = queryOptions({
  queryKey: ['credentials'],
  queryFn: ({ signal }) => call(listCredentials, { signal }),
});
