import { queryOptions } from '@tanstack/react-query';
import { listNodes } from '@tendril/contract/api/nodes';
import { noteGivenClasses } from '../state/given-classes.ts';
import { call } from './call.ts';

/** All node templates; they change only with the server's version. */
export const nodesQuery = queryOptions({
  queryKey: ['nodes'],
  queryFn: async ({ signal }) => {
    const templates = await call(listNodes, { signal });
    noteGivenClasses(templates);
    return templates;
  },
  staleTime: Number.POSITIVE_INFINITY,
});
