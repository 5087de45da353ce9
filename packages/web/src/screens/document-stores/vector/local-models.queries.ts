import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  downloadLocalModel,
  type LocalModelState,
  listLocalModels,
} from '@tendril/contract/api/local-models';
import { call } from '../../../kit/api/call.ts';
import { notifyError } from '../../../kit/state/notifier-store.ts';
import { isEnded } from '../store-jobs.ts';
import { storesKey } from '../stores.queries.ts';

const watchMs = 1000;

const isDownloading = ({ job }: LocalModelState) => job !== null && !isEnded(job);

/** The models of the server itself; polled while one is being downloaded. */
export const localModelsQuery = queryOptions({
  // Stopping a job reads everything under this key again.
  queryKey: [...storesKey, 'local-models'],
  queryFn: ({ signal }) => call(listLocalModels, { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.models.some(isDownloading) ? watchMs : false),
});

/** Downloads a model to the server. */
export function useDownloadModel(name: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(downloadLocalModel, { params: { name } }),
    onError: notifyError,
    onSettled: () => client.invalidateQueries({ queryKey: localModelsQuery.queryKey }),
  });
}
