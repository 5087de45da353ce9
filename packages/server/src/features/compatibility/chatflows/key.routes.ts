import { listChatflowsOfKey, verifyApiKey } from '@tendril/contract/api/chatflows';
import { AppError } from '@tendril/contract/app-error';
import type { ApiKeys } from '../../../platform/http/api-keys.ts';
import type { App } from '../../../platform/http/app.ts';
import { serve, serveRaw } from '../../../platform/http/serve.ts';
import type { ChatflowService } from './chatflows.ts';

const options = { alias: true, perMinute: 60 };

/** Flowise's routes with the key in the address; also under `/api/v1`. */
export function keyRoutes(app: App, apiKeys: ApiKeys, chatflows: ChatflowService): void {
  const find = async (key: string) => {
    const caller = await apiKeys.find(key);
    if (!caller) throw new AppError('UNAUTHORIZED', 'Unauthorized');
    return caller;
  };

  serveRaw(
    app,
    verifyApiKey,
    async ({ params, reply }) => {
      await find(params.key);
      return reply.type('application/json; charset=utf-8').send('"OK"');
    },
    options,
  );
  serve(
    app,
    listChatflowsOfKey,
    async ({ params, query }) => chatflows.listOfKey(await find(params.key), query.keyonly !== undefined),
    options,
  );
}
