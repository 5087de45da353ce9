import {
  deleteChatMessages,
  listChatMessages,
  listChatSessions,
  listInternalChatMessages,
  readFlowStats,
} from '@tendril/contract/api/chat-messages';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { ChatMessageService } from './chat-messages.ts';
import type { ChatSessionService } from './chat-sessions.ts';

const alias = { alias: true };

/** Routes of a flow's messages; also under `/api/v1`. */
export function chatMessageRoutes(
  app: App,
  messages: ChatMessageService,
  sessions: ChatSessionService,
): void {
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
  serve(app, listChatSessions, ({ caller, params, query }) => sessions.list(caller, params.id, query));
  serve(app, readFlowStats, ({ caller, params, query }) => sessions.stats(caller, params.id, query), alias);
}
