import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import {
  type DocumentFile,
  listDocumentFiles,
  removeDocumentFiles,
  retryDocumentFiles,
} from '@tendril/contract/api/document-files';
import type { Answer } from '@tendril/contract/api/endpoint';
import { cancelJob, type Job, pauseJob, resumeJob } from '@tendril/contract/api/jobs';
import { call } from '../../../kit/api/call.ts';
import { storesKey, useStoreChange } from '../stores.queries.ts';

export interface FilesPlace {
  storeId: string;
  loaderId: string;
}

export type FilesPage = Answer<typeof listDocumentFiles>;
type FileState = DocumentFile['state'];

const watchMs = 1000;

/** The files of a source, page by page; polled while they are read. */
export function filesQuery(params: FilesPlace, state: FileState | undefined, search: string) {
  return infiniteQueryOptions({
    queryKey: [...storesKey, 'files', params.storeId, params.loaderId, state, search],
    queryFn: ({ signal, pageParam }) =>
      call(listDocumentFiles, {
        params,
        query: {
          ...(state && { state }),
          ...(search !== '' && { search }),
          ...(pageParam !== '' && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.pages[0]?.jobs.length ? watchMs : false),
  });
}

export function useRetryFiles(params: FilesPlace) {
  return useStoreChange((ids: string[] | undefined) =>
    call(retryDocumentFiles, { params, body: ids ? { ids } : {} }),
  );
}

export function useRemoveFiles(params: FilesPlace) {
  return useStoreChange((ids: string[]) => call(removeDocumentFiles, { params, body: { ids } }));
}

const acts = { pause: pauseJob, resume: resumeJob, stop: cancelJob };

export function useJobAct() {
  return useStoreChange(({ id, act }: Pick<Job, 'id'> & { act: keyof typeof acts }) =>
    call(acts[act], { params: { id } }),
  );
}
