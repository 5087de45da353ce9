import {
  changeApiKey,
  createApiKey,
  deleteApiKey,
  importApiKeys,
  listApiKeys,
  updateApiKey,
} from '@tendril/contract/api/api-keys';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { ApiKeyService } from './api-keys.ts';

const alias = { alias: true };

/** Routes of API keys, also under `/api/v1`. For signed-in people only: a key cannot create keys. */
export function apiKeyRoutes(app: App, keys: ApiKeyService): void {
  serve(app, listApiKeys, ({ caller }) => keys.list(caller), alias);
  serve(app, createApiKey, ({ caller, body }) => keys.create(caller, body), alias);
  serve(app, importApiKeys, ({ caller, body }) => keys.import(caller, body), alias);
  serve(app, updateApiKey, ({ caller, params, body }) => keys.rename(caller, params.id, body.keyName), alias);
  serve(app, changeApiKey, ({ caller, params, body }) => keys.change(caller, params.id, body), alias);
  serve(app, deleteApiKey, ({ caller, params }) => keys.remove(caller, params.id), alias);
}
