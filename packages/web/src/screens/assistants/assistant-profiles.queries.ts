import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  createAssistantProfile,
  deleteAssistantProfile,
  listAssistantProfiles,
  updateAssistantProfile,
} from '@tendril/contract/api/assistant-profiles';
import type { SentBody } from '@tendril/contract/api/endpoint';
import { call } from '../../kit/api/call.ts';

export const assistantProfilesQuery = queryOptions({
  queryKey: ['assistant-profiles'],
  queryFn: async ({ signal }) => (await call(listAssistantProfiles, { signal })).data,
});

function useRefreshProfiles() {
  const client = useQueryClient();
  return () => client.invalidateQueries(assistantProfilesQuery);
}

/** Stores a new profile, or what was changed of the one with `id`. */
export function useStoreProfile() {
  const onSuccess = useRefreshProfiles();
  return useMutation({
    mutationFn: ({ id, body }: { id: string | undefined; body: SentBody<typeof createAssistantProfile> }) =>
      id === undefined
        ? call(createAssistantProfile, { body })
        : call(updateAssistantProfile, { params: { id }, body }),
    onSuccess,
  });
}

export function useDeleteProfile() {
  const onSuccess = useRefreshProfiles();
  return useMutation({
    mutationFn: (id: string) => call(deleteAssistantProfile, { params: { id } }),
    onSuccess,
  });
}
