import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  compareMeasurements,
  listMeasureCases,
  listMeasurements,
  type Measurement,
} from '@tendril/contract/api/knowledge-measures';
import { call } from '../../../kit/api/call.ts';
import { storesKey } from '../stores.queries.ts';

const watchMs = 1000;
const measuresKey = (storeId: string) => [...storesKey, 'measures', storeId] as const;

/** Saved questions; polled while a model makes some. */
export function casesQuery(storeId: string) {
  return queryOptions({
    queryKey: [...measuresKey(storeId), 'cases'],
    queryFn: ({ signal }) => call(listMeasureCases, { params: { storeId }, signal }),
    refetchInterval: ({ state }) => (state.data?.openJob ? watchMs : false),
  });
}

export const isRunning = ({ state }: Pick<Measurement, 'state'>) =>
  state === 'waiting' || state === 'running';

/** Measurements; polled while one is running. */
export function runsQuery(storeId: string) {
  return queryOptions({
    queryKey: [...measuresKey(storeId), 'runs'],
    queryFn: ({ signal }) => call(listMeasurements, { params: { storeId }, signal }),
    refetchInterval: ({ state }) => (state.data?.runs.some(isRunning) ? watchMs : false),
  });
}

export function compareQuery(storeId: string, first: string, second: string) {
  return queryOptions({
    queryKey: [...measuresKey(storeId), 'compare', first, second],
    queryFn: ({ signal }) =>
      call(compareMeasurements, { params: { storeId }, query: { first, second }, signal }),
  });
}

/** A change of what is measured; it is done once what is shown is read again. */
export function useMeasureChange<V, A>(storeId: string, mutationFn: (input: V) => Promise<A>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: measuresKey(storeId) }),
  });
}
