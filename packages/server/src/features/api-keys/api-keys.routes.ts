import { createApiKey, deleteApiKey, listApiKeys, updateApiKey } from '@tendril/contract/api/api-keys';
import type { App } from '../../http/app.ts';
import { serve } from '../../http/serve.ts';
import type { ApiKeyService } from './api-keys.service.ts';

/** Routes of API keys; only for signed-in people: a key cannot make keys. */
export function apiKeyRoutes(app: App, keys: ApiKeyService): void {
  serve(app, listApiKeys, ({ caller }) => keys.list(caller));
  serve(app, createApiKey, ({ caller, body }) => keys.create(caller, body.keyName));
  serve(app, updateApiKey, ({ caller, params, body }) => keys.rename(caller, params.id, body.keyName));
  serve(app, deleteApiKey, ({ caller, params }) => keys.remove(caller, params.id));
}
