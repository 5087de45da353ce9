import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { listMetadataFields } from '@tendril/contract/api/document-store-chunks';
import {
  createDocumentStore,
  type DocumentStoreStatus,
  deleteDocumentStore,
  listDocumentStores,
  listStoreComponents,
  readDocumentStore,
  updateDocumentStore,
} from '@tendril/contract/api/document-stores';
import type { SentParams } from '@tendril/contract/api/endpoint';
import { call } from '../../kit/api/call.ts';

/** Everything that is known of stores lies under this key. */
export const storesKey = ['document-stores'] as const;

const watchMs = 1000;
const watchListMs = 2000;

/** Whether a job is running for the store, so that it is polled. */
export function isAtWork({ status }: { status: DocumentStoreStatus }): boolean {
  return status === 'SYNCING' || status === 'UPSERTING';
}

export const storesQuery = queryOptions({
  queryKey: [...storesKey, 'list'],
  queryFn: ({ signal }) => call(listDocumentStores, { signal }),
  refetchInterval: ({ state }) => (state.data?.some(isAtWork) ? watchListMs : false),
});

/** One store; polled every second while a job is running. */
export function storeQuery(id: string) {
  return queryOptions({
    queryKey: [...storesKey, 'one', id],
    queryFn: ({ signal }) => call(readDocumentStore, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data) ? watchMs : false),
  });
}

export type ComponentKind = SentParams<typeof listStoreComponents>['kind'];

/** What a store can be made of; it changes only with the server's version. */
export function componentsQuery(kind: ComponentKind) {
  return queryOptions({
    queryKey: ['document-store-components', kind],
    queryFn: ({ signal }) => call(listStoreComponents, { params: { kind }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The fields of metadata that chunks of a store have. */
export function metadataFieldsQuery(storeId: string) {
  return queryOptions({
    queryKey: [...storesKey, 'fields', storeId],
    queryFn: ({ signal }) => call(listMetadataFields, { params: { storeId }, signal }),
  });
}

/** A change of a store; it is done once what is shown is read again. */
export function useStoreChange<V, A>(mutationFn: (input: V) => Promise<A>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: storesKey }),
  });
}

/** The name and description of a store. */
export interface StoreWords {
  name: string;
  description: string;
}

export function useCreateStore() {
  return useStoreChange((body: StoreWords) => call(createDocumentStore, { body }));
}

export function useUpdateStore(id: string) {
  return useStoreChange((body: StoreWords) => call(updateDocumentStore, { params: { id }, body }));
}

/** Deletes a store and drops its cached queries. */
export function useDeleteStore() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deleteDocumentStore, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: storesQuery.queryKey }),
  });
}
