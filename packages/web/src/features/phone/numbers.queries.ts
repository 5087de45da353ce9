import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { SentBody } from '@tendril/contract/api/endpoint';
import { listPhoneNumberOverviews, readPhoneNumberHealth } from '@tendril/contract/api/phone-number-checks';
import {
  type AssistantPhoneNumber,
  createPhoneNumber,
  deletePhoneNumber,
  listPhoneNumbers,
  updatePhoneNumber,
} from '@tendril/contract/api/phone-numbers';
import { listAgentVersions } from '@tendril/contract/api/voice-agents';
import { call } from '../../kit/api/call.ts';
import { tryAll } from '../../kit/lib/try-all.ts';

/** The numbers as they are stored, with what nobody here knows of them. */
export const numbersQuery = queryOptions({
  queryKey: ['phone-numbers'],
  queryFn: async ({ signal }) => (await call(listPhoneNumbers, { signal })).data,
});

/** Country, form and state of each number. */
export const numberOverviewsQuery = queryOptions({
  queryKey: ['phone-numbers', 'overviews'],
  queryFn: async ({ signal }) => (await call(listPhoneNumberOverviews, { signal })).data,
});

/** Checked again on request: the carriers are queried. */
export const numberHealthQuery = (id: string) =>
  queryOptions({
    queryKey: ['phone-number-health', id],
    queryFn: async ({ signal }) => (await call(readPhoneNumberHealth, { params: { id }, signal })).data,
    refetchOnWindowFocus: false,
  });

/** Published versions of an agent, newest first, and whether its draft differs. */
export const agentVersionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['voice-agent', id, 'versions'],
    queryFn: ({ signal }) => call(listAgentVersions, { params: { id }, signal }),
  });

/** All queries that depend on stored numbers. */
function useRefreshNumbers() {
  const client = useQueryClient();
  return (id?: string) => {
    void client.invalidateQueries({ queryKey: numberOverviewsQuery.queryKey });
    if (id !== undefined) void client.invalidateQueries({ queryKey: numberHealthQuery(id).queryKey });
    void client.invalidateQueries({ queryKey: ['voice-agents', 'overviews'] });
  };
}

export function useCreateNumber() {
  const client = useQueryClient();
  const refresh = useRefreshNumbers();
  return useMutation({
    mutationFn: async (body: SentBody<typeof createPhoneNumber>) =>
      (await call(createPhoneNumber, { body })).data,
    onSuccess: (made) => {
      client.setQueryData(numbersQuery.queryKey, (all) => all && [...all, made]);
      refresh();
    },
  });
}

export function useUpdateNumber() {
  const client = useQueryClient();
  const refresh = useRefreshNumbers();
  return useMutation({
    mutationFn: async ({ id, body }: { id: string; body: SentBody<typeof updatePhoneNumber> }) =>
      (await call(updatePhoneNumber, { params: { id }, body })).data,
    onSuccess: (saved) => {
      const put = (one: AssistantPhoneNumber) => (one.id === saved.id ? saved : one);
      client.setQueryData(numbersQuery.queryKey, (all) => all?.map(put));
      refresh(saved.id);
    },
  });
}

/** Deletes numbers, and takes those that are gone off the list together: none of them is shown in between. */
export function useDeleteNumbers() {
  const client = useQueryClient();
  const refresh = useRefreshNumbers();
  return useMutation({
    mutationFn: (ids: readonly string[]) => tryAll(ids, (id) => call(deletePhoneNumber, { params: { id } })),
    onSuccess: ({ done }) => {
      client.setQueryData(numbersQuery.queryKey, (all) => all?.filter(({ id }) => !done.includes(id)));
      refresh();
    },
  });
}
