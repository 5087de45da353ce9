import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  changeApiKey,
  createApiKey,
  deleteApiKey,
  importApiKeys,
  listApiKeys,
  updateApiKey,
} from '@tendril/contract/api/api-keys';
import type { SentBody } from '@tendril/contract/api/endpoint';
import { listFlows } from '@tendril/contract/api/flows';
import { flowType } from '@tendril/contract/flow/flow';
import { call } from '../../kit/api/call.ts';

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
    mutationFn: (body: SentBody<typeof createApiKey>) => call(createApiKey, { body }),
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

export function useChangeKey() {
  const onSuccess = useRefreshKeys();
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: SentBody<typeof changeApiKey> }) =>
      call(changeApiKey, { params: { id }, body }),
    onSuccess,
  });
}

export function useDeleteKey() {
  const onSuccess = useRefreshKeys();
  return useMutation({ mutationFn: (id: string) => call(deleteApiKey, { params: { id } }), onSuccess });
}

export function useImportKeys() {
  const onSuccess = useRefreshKeys();
  return useMutation({
    mutationFn: (body: SentBody<typeof importApiKeys>) => call(importApiKeys, { body }),
    onSuccess,
  });
}

const mostFlows = 100;

/** Flows and pipelines whose names hold the text. */
export function useFlowChoices(search: string) {
  return useQuery({
    queryKey: ['api-key-flows', search],
    queryFn: async ({ signal }) => {
      const query = { limit: mostFlows, sort: 'name' as const, ...(search !== '' && { search }) };
      const pages = await Promise.all(
        flowType.options.map((type) => call(listFlows, { query: { ...query, type }, signal })),
      );
      return pages.flatMap(({ data }) => data.map(({ id, name }) => ({ id, name })));
    },
    placeholderData: (previous) => previous,
  });
}
