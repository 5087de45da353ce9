import { queryOptions } from '@tanstack/react-query';
import { listCredentials } from '@tendril/contract/api/credentials';
import type { Answer } from '@tendril/contract/api/endpoint';
import { listCredentialComponents } from '@tendril/contract/api/nodes';
import { call } from './call.ts';

/** All stored secrets, without their values. */
export const credentialsQuery = queryOptions({
  queryKey: ['credentials'],
  queryFn: ({ signal }) => call(listCredentials, { signal }),
});

/** A kind of secret, with what its form needs. */
export type CredentialKind = Answer<typeof listCredentialComponents>[number];

/** All kinds of secrets; they change only with the server's version. */
export const credentialKindsQuery = queryOptions({
  queryKey: ['credential-components'],
  queryFn: ({ signal }) => call(listCredentialComponents, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
