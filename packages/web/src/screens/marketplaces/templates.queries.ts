import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { createFromTemplate, deleteFlowTemplate } from '@tendril/contract/api/flow-templates';
import { listFlows } from '@tendril/contract/api/flows';
import {
  createToolFromTemplate,
  listTemplateCards,
  readTemplate,
  takeTemplate,
} from '@tendril/contract/api/template-gallery';
import type { FlowType } from '@tendril/contract/flow/flow';
import { call } from '../../kit/api/call.ts';

/** Under the key that saving a template elsewhere refreshes. */
const key = 'flow-templates';
const mostFlows = 50;

/** Every template as a card. */
export const templateCardsQuery = queryOptions({
  queryKey: [key, 'cards'],
  queryFn: ({ signal }) => call(listTemplateCards, { signal }),
  staleTime: 0,
});

/** One template with its graph. */
export function templateQuery(id: string) {
  return queryOptions({
    queryKey: [key, 'one', id],
    queryFn: ({ signal }) => call(readTemplate, { params: { id }, signal }),
    staleTime: 0,
  });
}

/** Flows that a graph can be put into. */
export function flowChoicesQuery(type: FlowType, search: string) {
  return queryOptions({
    queryKey: ['flows', type, 'choices', search],
    queryFn: ({ signal }) =>
      call(listFlows, { query: { type, limit: mostFlows, ...(search !== '' && { search }) }, signal }),
  });
}

export function useCreateFlow() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(createFromTemplate, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['flows'] }),
  });
}

export function useCreateTool() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(createToolFromTemplate, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['tools'] }),
  });
}

export function useTakeTemplate() {
  return useMutation({ mutationFn: (id: string) => call(takeTemplate, { params: { id } }) });
}

export function useDeleteTemplate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deleteFlowTemplate, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: [key] }),
  });
}
