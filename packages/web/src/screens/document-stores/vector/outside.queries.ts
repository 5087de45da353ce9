import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { listOutsideStores, type OutsideStoreState } from '@tendril/contract/api/outside-stores';
import { call } from '../../../kit/api/call.ts';
import { notifyError } from '../../../kit/state/notifier-store.ts';
import { storesKey } from '../stores.queries.ts';

const watchMs = 1000;
const watchQuietMs = 15_000;

const isMoving = ({ state, job }: OutsideStoreState) =>
  job !== null || state === 'filling' || state === 'emptying';

/** The vector stores elsewhere of a knowledge base; polled while one is being filled or emptied. */
export function outsideQuery(storeId: string) {
  return queryOptions({
    queryKey: [...storesKey, 'outside', storeId],
    queryFn: ({ signal }) => call(listOutsideStores, { params: { storeId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => {
      if (!data || data.stores.length === 0) return false;
      return data.stores.some(isMoving) ? watchMs : watchQuietMs;
    },
  });
}

/** Something that is done with one of them. */
export function useOutsideAct(act: () => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onError: notifyError,
    onSettled: () => client.invalidateQueries({ queryKey: storesKey }),
  });
}
