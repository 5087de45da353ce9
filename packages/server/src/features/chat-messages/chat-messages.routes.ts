import {
  deleteChatMessages,
  listChatMessages,
  listInternalChatMessages,
} from '@tendril/contract/api/chat-messages';
import type { App } from '../../http/app.ts';
import { serve } from '../../http/serve.ts';
import type { ChatMessageService } from './chat-messages.service.ts';

const alias = { alias: true };

/** Routes of a flow's messages; also under `/api/v1`. */
export function chatMessageRoutes(app: App, messages: ChatMessageService): void {
  serve(app, listChatMessages, ({ caller, params, query }) => messages.list(caller, params.id, query), alias);
  serve(
    app,
    listInternalChatMessages,
    ({ caller, params, query }) => messages.list(caller, params.id, { ...query, chatType: 'INTERNAL' }),
    alias,
  );
  serve(
    app,
    deleteChatMessages,
    ({ caller, params, query }) => messages.remove(caller, params.id, query),
    alias,
  );
}
