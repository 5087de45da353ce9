import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  decideHeldFiles,
  endSourceSync,
  listSkippedFiles,
  readSourceSync,
  renewSyncSecret,
  runSourceSync,
  type SourceSync,
  saveSourceSync,
} from '@tendril/contract/api/source-sync';
import { call } from '../../../kit/api/call.ts';
import { storesKey } from '../stores.queries.ts';

const watchMs = 1000;

/** How a source is kept in step; polled every second while a sync is under way. */
export function sourceSyncQuery(id: string) {
  return queryOptions({
    queryKey: [...storesKey, 'sync', id],
    queryFn: ({ signal }) => call(readSourceSync, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.sync?.job ? watchMs : false),
  });
}

/** The files of a source that were not read. */
export function skippedFilesQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [...storesKey, 'skipped', id],
    queryFn: ({ signal, pageParam }) =>
      call(listSkippedFiles, { params: { id }, query: { after: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

/** What can be changed of a sync; what is shown is read again afterwards. */
export function useSyncChanges(id: string) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: storesKey });
  const params = { id };
  return {
    save: useMutation({
      mutationFn: (body: Pick<SourceSync, 'cron' | 'timezone' | 'isPaused'> & { takesAccess?: true }) =>
        call(saveSourceSync, { params, body }),
      onSettled,
    }),
    run: useMutation({ mutationFn: () => call(runSourceSync, { params, body: {} }), onSettled }),
    decide: useMutation({
      mutationFn: (decision: 'delete' | 'keep') => call(decideHeldFiles, { params, body: { decision } }),
      onSettled,
    }),
    end: useMutation({ mutationFn: () => call(endSourceSync, { params }), onSettled }),
    renew: useMutation({ mutationFn: () => call(renewSyncSecret, { params, body: {} }), onSettled }),
  };
}

export type SyncChanges = ReturnType<typeof useSyncChanges>;
