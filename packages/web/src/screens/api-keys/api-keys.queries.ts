import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { createApiKey, deleteApiKey, listApiKeys, updateApiKey } from '@tendril/contract/api/api-keys';
import { call } from '../../api/call.ts';

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: ({ signal }) => call(listApiKeys, { signal }),
});

function useRefreshKeys() {
  const client = useQueryClient();
  return () => client.invalidateQueries(apiKeysQuery);
}

export function useCreateKey() {
  const onSuccess = useRefreshKeys();
  return useMutation({
    mutationFn: (keyName: string) => call(createApiKey, { body: { keyName } }),
    onSuccess,
  });
}

export function useRenameKey() {
  const onSuccess = useRefreshKeys();
  return useMutation({
    mutationFn: ({ id, keyName }: { id: string; keyName: string }) =>
      call(updateApiKey, { params: { id }, body: { keyName } }),
    onSuccess,
  });
}

export function useDeleteKey() {
  const onSuccess = useRefreshKeys();
  return useMutation({ mutationFn: (id: string) => call(deleteApiKey, { params: { id } }), onSuccess });
}
