import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { createApiKey, listApiKeys } from '@tendril/contract/api/api-keys';
import type { SentBody } from '@tendril/contract/api/endpoint';
import { updateFlowSettings } from '@tendril/contract/api/flow-settings';
import { call } from '../../kit/api/call.ts';
import { flowSettingsQuery, refreshFlowSettings } from '../flow-settings/flow-settings.queries.ts';

/** The keys of the workspace, without their secrets. */
export const shareKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: ({ signal }) => call(listApiKeys, { signal }),
});

export function useNewKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (keyName: string) => call(createApiKey, { body: { keyName } }),
    onSuccess: () => client.invalidateQueries(shareKeysQuery),
  });
}

/** Changes settings of the flow from the share dialog. */
export function useShareSettings(flowId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SentBody<typeof updateFlowSettings>) =>
      call(updateFlowSettings, { params: { id: flowId }, body }),
    onSuccess: async (settings) => {
      client.setQueryData(flowSettingsQuery(flowId).queryKey, settings);
      await refreshFlowSettings(client, flowId);
      await client.invalidateQueries(shareKeysQuery);
    },
  });
}
