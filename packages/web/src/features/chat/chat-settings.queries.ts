import { queryOptions } from '@tanstack/react-query';
import { readFlow } from '@tendril/contract/api/flows';
import { call } from '../../kit/api/call.ts';
import { readChatSettings } from './chat-settings.ts';

/** How a flow greets in its editor, and the number of the draft that is asked there. */
export function chatSettingsQuery(flowId: string) {
  return queryOptions({
    queryKey: ['chat-settings', flowId],
    queryFn: async ({ signal }) => {
      const { chatbotConfig, draftVersion } = await call(readFlow, { params: { id: flowId }, signal });
      return { settings: readChatSettings(chatbotConfig), draftVersion };
    },
  });
}
