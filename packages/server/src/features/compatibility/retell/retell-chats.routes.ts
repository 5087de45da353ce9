import * as agentsApi from '@tendril/contract/api/retell-chat-agents';
import * as chatsApi from '@tendril/contract/api/retell-chats';
import type { App } from '../../../platform/http/app.ts';
import type { RetellChatAgents } from './retell-chat-agents.ts';
import type { RetellChats } from './retell-chats.ts';
import { serveRetell as serve } from './serve-retell.ts';

interface RetellChatServices {
  chats: RetellChats;
  agents: RetellChatAgents;
}

/** Chats and their agents under the paths of Retell's API. */
export function retellChatRoutes(app: App, { chats, agents }: RetellChatServices): void {
  serve(app, chatsApi.createRetellChat, ({ caller, body }) => chats.create(caller, body));
  serve(app, chatsApi.completeRetellChat, ({ caller, body }) =>
    chats.complete(caller, body.chat_id, body.content),
  );
  serve(app, chatsApi.readRetellChat, ({ caller, params }) => chats.read(caller, params.chatId));
  serve(app, chatsApi.updateRetellChat, ({ caller, params, body }) =>
    chats.update(caller, params.chatId, body),
  );
  serve(app, chatsApi.listRetellChats, ({ caller, body }) => chats.list(caller, body));
  serve(app, chatsApi.endRetellChat, ({ caller, params }) => chats.end(caller, params.chatId));
  serve(app, chatsApi.deleteRetellChat, ({ caller, params }) => chats.remove(caller, params.chatId));

  serve(app, agentsApi.createRetellChatAgent, ({ caller, body }) => agents.create(caller, body));
  serve(app, agentsApi.readRetellChatAgent, ({ caller, params, query }) =>
    agents.read(caller, params.agentId, query.version),
  );
  serve(app, agentsApi.updateRetellChatAgent, ({ caller, params, query, body }) =>
    agents.update(caller, params.agentId, body, query.version),
  );
  serve(app, agentsApi.deleteRetellChatAgent, ({ caller, params }) => agents.remove(caller, params.agentId));
  serve(app, agentsApi.readRetellChatAgentVersions, ({ caller, params }) =>
    agents.readVersions(caller, params.agentId),
  );
}
