import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import {
  type BatchCall,
  type BatchContact,
  type BatchContactState,
  createBatchCall,
  deleteBatchCall,
  exportBatchContacts,
  listBatchCalls,
  listBatchContacts,
  pauseBatchCall,
  previewContactFile,
  readBatchCall,
  resumeBatchCall,
  stopBatchCall,
} from '@tendril/contract/api/batch-calls';
import { changeCallingConsent, readCallingConsent } from '@tendril/contract/api/calling-consent';
import type { SentBody } from '@tendril/contract/api/endpoint';
import { call, toOutgoing } from '../../kit/api/call.ts';
import { send } from '../../kit/api/send.ts';

const liveMs = 3000;
const listKey = ['batch-calls'] as const;

const isLive = ({ state, counts }: BatchCall) =>
  state === 'running' || state === 'scheduled' || (counts.calling ?? 0) > 0;

/** Batch calls by pages, the latest first; looked at again while one of them goes on. */
export const batchCallsQuery = infiniteQueryOptions({
  queryKey: listKey,
  queryFn: ({ pageParam, signal }) =>
    call(listBatchCalls, {
      query: { ...(pageParam && { before: pageParam.createdAt, beforeId: pageParam.id }) },
      signal,
    }),
  initialPageParam: undefined as BatchCall | undefined,
  getNextPageParam: ({ data, hasMore }) => (hasMore ? data.at(-1) : undefined),
  refetchInterval: ({ state }) => (state.data?.pages.some(({ data }) => data.some(isLive)) ? liveMs : false),
});

export const batchCallQuery = (id: string) =>
  queryOptions({
    queryKey: [...listKey, id],
    queryFn: async ({ signal }) => (await call(readBatchCall, { params: { id }, signal })).data,
    refetchInterval: ({ state }) => (state.data && isLive(state.data) ? liveMs : false),
  });

interface ContactFilter {
  state: BatchContactState | '';
  search: string;
  isLive: boolean;
}

export const batchContactsQuery = (id: string, { state, search, isLive: lives }: ContactFilter) =>
  infiniteQueryOptions({
    queryKey: [...listKey, id, 'contacts', state, search],
    queryFn: ({ pageParam, signal }) =>
      call(listBatchContacts, {
        params: { id },
        query: {
          ...(state !== '' && { state }),
          ...(search !== '' && { search }),
          ...(pageParam && { after: pageParam.position }),
        },
        signal,
      }),
    initialPageParam: undefined as BatchContact | undefined,
    getNextPageParam: ({ data, hasMore }) => (hasMore ? data.at(-1) : undefined),
    placeholderData: keepPreviousData,
    refetchInterval: lives ? liveMs : false,
  });

/** Whether a batch goes on, so that its contacts change. */
export const changes = isLive;

export const consentQuery = queryOptions({
  queryKey: ['calling-consent'],
  queryFn: async ({ signal }) => (await call(readCallingConsent, { signal })).data,
});

/** What is in a file, and what is wrong with it. */
export const contactFileQuery = (body: SentBody<typeof previewContactFile> | undefined, stamp: number) =>
  queryOptions({
    queryKey: ['contact-file', stamp, body?.phoneColumn, body?.fromNumber, body?.timezone],
    queryFn: ({ signal }) => call(previewContactFile, { body: body ?? { csv: '' }, signal }),
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });

function useChange<B, A>(change: (body: B) => Promise<A>, queryKey: readonly string[] = listKey) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSettled: () => client.invalidateQueries({ queryKey }) });
}

export const useCreateBatch = () =>
  useChange(async (body: SentBody<typeof createBatchCall>) => (await call(createBatchCall, { body })).data);

export const useChangeConsent = () =>
  useChange(
    (body: SentBody<typeof changeCallingConsent>) => call(changeCallingConsent, { body }),
    ['calling-consent'],
  );

export const usePauseBatch = (id: string) => useChange(() => call(pauseBatchCall, { params: { id } }));
export const useResumeBatch = (id: string) => useChange(() => call(resumeBatchCall, { params: { id } }));
export const useStopBatch = (id: string) =>
  useChange((endsCalls: boolean) => call(stopBatchCall, { params: { id }, body: { endsCalls } }));
export const useDeleteBatch = (id: string) => useChange(() => call(deleteBatchCall, { params: { id } }));

/** The contacts with what became of them, as CSV. */
export async function readContactsCsv(id: string): Promise<string> {
  return (await send(toOutgoing(exportBatchContacts, { params: { id } }))).text();
}
