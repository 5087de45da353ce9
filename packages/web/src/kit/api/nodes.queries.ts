import { queryOptions } from '@tanstack/react-query';
import { listNodes } from '@tendril/contract/api/nodes';
import { call } from './call.ts';

/** All node templates; they change only with the server's version. */
export const nodesQuery = queryOptions({
  queryKey: ['nodes'],
  queryFn: ({ signal }) => call(listNodes, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
