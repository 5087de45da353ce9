import { infiniteQueryOptions, keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  addDoNotCall,
  type DoNotCallEntry,
  exportDoNotCall,
  importDoNotCall,
  listDoNotCall,
  removeDoNotCall,
} from '@tendril/contract/api/do-not-call';
import type { SentBody } from '@tendril/contract/api/endpoint';
import { call, toOutgoing } from '../../kit/api/call.ts';
import { send } from '../../kit/api/send.ts';

const listKey = ['do-not-call'] as const;

/** The list by pages, the latest first. */
export const doNotCallQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...listKey, search],
    queryFn: ({ pageParam, signal }) =>
      call(listDoNotCall, {
        query: {
          ...(search !== '' && { search }),
          ...(pageParam && { before: pageParam.createdAt, beforeNumber: pageParam.phoneNumber }),
        },
        signal,
      }),
    initialPageParam: undefined as DoNotCallEntry | undefined,
    getNextPageParam: ({ data, hasMore }) => (hasMore ? data.at(-1) : undefined),
    placeholderData: keepPreviousData,
  });

function useChange<B, A>(change: (body: B) => Promise<A>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: listKey }),
  });
}

export const useAddDoNotCall = () =>
  useChange((body: SentBody<typeof addDoNotCall>) => call(addDoNotCall, { body }));

export const useRemoveDoNotCall = () =>
  useChange((phoneNumbers: string[]) => call(removeDoNotCall, { body: { phoneNumbers } }));

export const useImportDoNotCall = () => useChange((csv: string) => call(importDoNotCall, { body: { csv } }));

/** The whole list as CSV. */
export async function readDoNotCallCsv(): Promise<string> {
  return (await send(toOutgoing(exportDoNotCall, {}))).text();
}
