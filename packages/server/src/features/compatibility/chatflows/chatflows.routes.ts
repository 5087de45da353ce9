import { Readable } from 'node:stream';
import {
  createChatflow,
  deleteChatflow,
  listChatflows,
  readChatflow,
  readChatflowChange,
  updateChatflow,
} from '@tendril/contract/api/chatflows';
import type { App } from '../../../platform/http/app.ts';
import { serve, serveRaw } from '../../../platform/http/serve.ts';
import type { ChatflowService } from './chatflows.ts';

const alias = { alias: true };

/** Flowise's routes for flows; also under `/api/v1`. */
export function chatflowRoutes(app: App, chatflows: ChatflowService): void {
  serveRaw(
    app,
    listChatflows,
    async ({ caller, query: { type, page, limit }, reply }) => {
      reply.type('application/json; charset=utf-8');
      if (page !== undefined) return reply.send(await chatflows.page(caller, type, page, limit));
      return reply.send(Readable.from(await chatflows.listAll(caller, type)));
    },
    alias,
  );
  serve(app, readChatflow, ({ caller, params }) => chatflows.read(caller, params.id), alias);
  serve(
    app,
    readChatflowChange,
    async ({ caller, params }) => ({
      hasChanged: await chatflows.hasChanged(caller, params.id, params.lastUpdated),
    }),
    alias,
  );
  serve(app, createChatflow, ({ caller, body }) => chatflows.create(caller, body), alias);
  serve(app, updateChatflow, ({ caller, params, body }) => chatflows.update(caller, params.id, body), alias);
  serve(app, deleteChatflow, ({ caller, params }) => chatflows.remove(caller, params.id), alias);
}
