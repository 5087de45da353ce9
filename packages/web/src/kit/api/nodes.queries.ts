import { queryOptions } from '@tanstack/react-query';
import { listNodes, readNode } from '@tendril/contract/api/nodes';
import { noteGivenClasses } from '../state/given-classes.ts';
import { call } from './call.ts';

/** All node templates, those of nodes that cannot run without their forms; they change only with the server's version. */
export const nodesQuery = queryOptions({
  queryKey: ['nodes'],
  queryFn: async ({ signal }) => {
    const templates = await call(listNodes, { query: { summary: 'true' }, signal });
    noteGivenClasses(templates);
    return templates;
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** One node template, whole. */
export const nodeQuery = (name: string) =>
  queryOptions({
    queryKey: ['node', name],
    queryFn: ({ signal }) => call(readNode, { params: { name }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
