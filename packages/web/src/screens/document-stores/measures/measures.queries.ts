import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Answer } from '@tendril/contract/api/endpoint';
import {
  type CaseState,
  compareMeasurements,
  listMeasureCases,
  listMeasurements,
  type MeasureCase,
  type Measurement,
  mostListedCases,
} from '@tendril/contract/api/knowledge-measures';
import { call } from '../../../kit/api/call.ts';
import { storesKey } from '../stores.queries.ts';

const watchMs = 1000;
const measuresKey = (storeId: string) => [...storesKey, 'measures', storeId] as const;

/** Saved questions, page by page; polled while a model makes some. */
export function casesQuery(storeId: string, state: CaseState) {
  return infiniteQueryOptions({
    queryKey: [...measuresKey(storeId), 'cases', state],
    queryFn: ({ signal, pageParam }) =>
      call(listMeasureCases, {
        params: { storeId },
        query: { state, ...(pageParam !== '' && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    // Every page that is shown is read again: the more there are, the rarer.
    refetchInterval: ({ state: { data } }) => (data?.pages[0]?.openJob ? watchMs * data.pages.length : false),
  });
}

/** All of them, also those that are not shown. */
export async function readCases(
  storeId: string,
  state: CaseState,
  onRead: (count: number) => void,
): Promise<MeasureCase[]> {
  const cases: MeasureCase[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Answer<typeof listMeasureCases> = await call(listMeasureCases, {
      params: { storeId },
      query: { state, limit: mostListedCases, ...(cursor !== '' && { cursor }) },
    });
    cases.push(...page.cases);
    onRead(cases.length);
    cursor = page.next;
  }
  return cases;
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
