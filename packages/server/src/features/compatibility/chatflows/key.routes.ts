import { Readable } from 'node:stream';
import { listChatflowsOfKey, verifyApiKey } from '@tendril/contract/api/chatflows';
import { AppError } from '@tendril/contract/app-error';
import type { App } from '../../../platform/http/app.ts';
import { serveRaw } from '../../../platform/http/serve.ts';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import type { ChatflowService } from './chatflows.ts';

const options = { alias: true, perMinute: 60 };

/** Flowise's routes with the key in the address; also under `/api/v1`. */
export function keyRoutes(
  app: App,
  { apiKeys, grants }: Pick<Infrastructure, 'apiKeys' | 'grants'>,
  chatflows: ChatflowService,
): void {
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
  serveRaw(
    app,
    listChatflowsOfKey,
    async ({ params, query, reply }) => {
      const caller = await find(params.key);
      if (!(await grants.of(caller)).has('flows:read'))
        throw new AppError('FORBIDDEN', 'This API key may not read flows.');
      const texts = await chatflows.listOfKey(caller, query.keyonly !== undefined);
      return reply.type('application/json; charset=utf-8').send(Readable.from(texts));
    },
    options,
  );
}
