import { queryOptions } from '@tanstack/react-query';
import { listNodes, readNode } from '@tendril/contract/api/nodes';
import * as z from 'zod';
import { noteGivenClasses } from '../state/given-classes.ts';
import { call, callChecked } from './call.ts';

const isNamed = (value: unknown) =>
  typeof value === 'object' && value !== null && 'name' in value && 'type' in value;

/** Every canvas waits for the templates: their thousands of inputs are not checked to the last key. */
const templates = z.array(
  z.looseObject({
    name: z.string(),
    label: z.string(),
    version: z.number(),
    category: z.string(),
    baseClasses: z.array(z.string()),
    inputs: z.array(z.custom(isNamed)),
  }),
);

/** All node templates, those of nodes that cannot run without their forms; they change only with the server's version. */
export const nodesQuery = queryOptions({
  queryKey: ['nodes'],
  queryFn: async ({ signal }) => {
    const nodes = await callChecked(listNodes, templates, { query: { summary: 'true' }, signal });
    noteGivenClasses(nodes);
    return nodes;
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
