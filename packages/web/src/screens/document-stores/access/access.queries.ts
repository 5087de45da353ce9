import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { SentBody } from '@tendril/contract/api/endpoint';
import { changeStoreAccess, listFileAccess, readStoreAccess } from '@tendril/contract/api/store-access';
import { call } from '../../../kit/api/call.ts';
import { storesKey } from '../stores.queries.ts';

/** Who may read a knowledge base. */
export function accessQuery(storeId: string) {
  return queryOptions({
    queryKey: [...storesKey, 'access', storeId],
    queryFn: ({ signal }) => call(readStoreAccess, { params: { storeId }, signal }),
    staleTime: 0,
  });
}

/** Who may read each file of a loader. */
export function fileAccessQuery(storeId: string, loaderId: string, search: string, page: number) {
  return queryOptions({
    queryKey: [...storesKey, 'access', storeId, loaderId, search, page],
    queryFn: ({ signal }) =>
      call(listFileAccess, { params: { storeId }, query: { loaderId, search, page }, signal }),
    staleTime: 0,
  });
}

export type AccessChange = SentBody<typeof changeStoreAccess>;

export function useChangeAccess(storeId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: AccessChange) => call(changeStoreAccess, { params: { storeId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: [...storesKey, 'access', storeId] }),
  });
}
