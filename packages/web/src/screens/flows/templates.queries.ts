import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  createFromTemplate,
  deleteFlowTemplate,
  listFlowTemplates,
} from '@tendril/contract/api/flow-templates';
import { call } from '../../kit/api/call.ts';
import type { ListKind } from './flows.queries.ts';

const isListed = (type: string, kind: ListKind) =>
  kind === 'PIPELINE' ? type === 'AGENTFLOW' || type === 'MULTIAGENT' : type === kind;

/** The workspace's own templates that begin what a list holds, newest first. */
export function flowTemplatesQuery(kind: ListKind) {
  return queryOptions({
    queryKey: ['flow-templates'],
    queryFn: ({ signal }) => call(listFlowTemplates, { query: {}, signal }),
    select: (templates) => templates.filter(({ type }) => isListed(type, kind)),
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
