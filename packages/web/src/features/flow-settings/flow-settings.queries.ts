import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { readFlowConfig, readFlowSettings } from '@tendril/contract/api/flow-settings';
import { call } from '../../kit/api/call.ts';

/** All settings of a flow. */
export function flowSettingsQuery(flowId: string) {
  return queryOptions({
    queryKey: ['flow-settings', flowId],
    queryFn: ({ signal }) => call(readFlowSettings, { params: { id: flowId }, signal }),
  });
}

/** The parameters of a flow that calls may override once they are enabled. */
export function flowConfigQuery(flowId: string) {
  return queryOptions({
    queryKey: ['flow-config', flowId],
    queryFn: ({ signal }) => call(readFlowConfig, { params: { id: flowId }, signal }),
  });
}

/** Redraws everything that shows settings of the flow. */
export async function refreshFlowSettings(client: QueryClient, flowId: string): Promise<void> {
  const keys = [['chat-settings', flowId], ['chat-abilities', flowId], ['chatbot', flowId], ['flows']];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
