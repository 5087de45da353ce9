import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import {
  type DocumentFile,
  listDocumentFiles,
  mostListedFiles,
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
    // Every page that is shown is read again: the more there are, the rarer.
    refetchInterval: ({ state: { data } }) =>
      data?.pages[0]?.jobs.length ? watchMs * data.pages.length : false,
  });
}

/** How many files a source has in a state, or in all of them. */
export function countOf({ counts }: FilesPage, state: FileState | undefined): number {
  return counts.reduce((sum, row) => sum + (!state || row.state === state ? row.files : 0), 0);
}

/** The ids of all files that match, also of those that are not shown. */
export async function readFileIds(
  params: FilesPlace,
  state: FileState | undefined,
  search: string,
  onRead: (count: number) => void,
): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: FilesPage = await call(listDocumentFiles, {
      params,
      query: {
        limit: mostListedFiles,
        ...(state && { state }),
        ...(search !== '' && { search }),
        ...(cursor !== '' && { cursor }),
      },
    });
    ids.push(...page.data.map(({ id }) => id));
    onRead(ids.length);
    cursor = page.next;
  }
  return ids;
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
