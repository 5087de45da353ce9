import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { SentBody } from '@tendril/contract/api/endpoint';
import {
  createVariable,
  deleteVariable,
  listVariables,
  updateVariable,
} from '@tendril/contract/api/variables';
import { call } from '../../kit/api/call.ts';

export const variablesQuery = queryOptions({
  queryKey: ['variables'],
  queryFn: ({ signal }) => call(listVariables, { signal }),
});

function useRefreshVariables() {
  const client = useQueryClient();
  return () => client.invalidateQueries(variablesQuery);
}

export function useCreateVariable() {
  const onSuccess = useRefreshVariables();
  return useMutation({
    mutationFn: (body: SentBody<typeof createVariable>) => call(createVariable, { body }),
    onSuccess,
  });
}

export function useUpdateVariable() {
  const onSuccess = useRefreshVariables();
  return useMutation({
    mutationFn: ({ id, ...body }: SentBody<typeof updateVariable> & { id: string }) =>
      call(updateVariable, { params: { id }, body }),
    onSuccess,
  });
}

export function useDeleteVariables() {
  const onSettled = useRefreshVariables();
  return useMutation({
    mutationFn: (ids: readonly string[]) =>
      Promise.all(ids.map((id) => call(deleteVariable, { params: { id } }))),
    onSettled,
  });
}
