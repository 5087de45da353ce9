import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { deleteChunk, listChunks, type StoreChunk, updateChunk } from '@tendril/contract/api/document-stores';
import { call } from '../../../kit/api/call.ts';
import { storesKey, useStoreChange } from '../stores.queries.ts';

export interface ChunkPlace {
  storeId: string;
  /** A loader, or `all`. */
  fileId: string;
  pageNo: number;
  search: string;
}

/** A page of the chunks of a source or of a store. */
export function chunksQuery({ storeId, fileId, pageNo, search }: ChunkPlace) {
  return queryOptions({
    queryKey: [...storesKey, 'chunks', storeId, fileId, pageNo, search],
    queryFn: ({ signal }) =>
      call(listChunks, {
        params: { storeId, fileId, pageNo },
        query: search === '' ? {} : { search },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

type Address = Pick<StoreChunk, 'storeId' | 'docId' | 'id'>;

const toParams = ({ storeId, docId, id }: Address) => ({ storeId, loaderId: docId, chunkId: id });

export function useUpdateChunk() {
  return useStoreChange((chunk: Address & Pick<StoreChunk, 'pageContent' | 'metadata'>) =>
    call(updateChunk, {
      params: toParams(chunk),
      body: { pageContent: chunk.pageContent, metadata: chunk.metadata },
    }),
  );
}

export function useDeleteChunk() {
  return useStoreChange((chunk: Address) => call(deleteChunk, { params: toParams(chunk) }));
}
