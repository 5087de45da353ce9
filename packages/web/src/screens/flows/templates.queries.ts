import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  createFromTemplate,
  deleteFlowTemplate,
  listFlowTemplates,
} from '@tendril/contract/api/flow-templates';
import { call } from '../../kit/api/call.ts';
import type { FlowKind } from './flows.queries.ts';

/** The workspace's own templates of a kind, newest first. */
export function flowTemplatesQuery(kind: FlowKind) {
  return queryOptions({
    queryKey: ['flow-templates', kind],
    queryFn: ({ signal }) => call(listFlowTemplates, { query: { type: kind }, signal }),
  });
}

export function useCreateFromTemplate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(createFromTemplate, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['flows'] }),
  });
}

export function useDeleteTemplate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deleteFlowTemplate, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['flow-templates'] }),
  });
}
