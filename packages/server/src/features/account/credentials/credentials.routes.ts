import {
  allowCredentialHost,
  createCredential,
  deleteCredential,
  listCredentials,
  readCredential,
  readCredentialUses,
  testCredential,
  updateCredential,
} from '@tendril/contract/api/credentials';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import { namesOnly } from './credential-answer.ts';
import type { CredentialService } from './credentials.ts';

/** Each test is a request to a vendor. */
const testsPerMinute = 60;

const alias = { alias: true };

/**
 * Routes of stored credentials; no response holds a value. What keys of their own scope may call is also under
 * `/api/v1`.
 */
export function credentialRoutes(app: App, credentials: CredentialService): void {
  serve(
    app,
    listCredentials,
    async ({ caller, query }) => {
      const found = await credentials.list(caller, query.credentialName);
      return caller.kind === 'user' ? found : found.map(namesOnly);
    },
    alias,
  );
  serve(app, readCredential, ({ caller, params }) => credentials.read(caller, params.id));
  serve(
    app,
    createCredential,
    async ({ caller, body }) => {
      const made = await credentials.create(caller, body);
      return caller.kind === 'user' ? made : namesOnly(made);
    },
    alias,
  );
  serve(app, updateCredential, ({ caller, params, body }) => credentials.update(caller, params.id, body));
  serve(app, allowCredentialHost, ({ caller, params, body }) =>
    credentials.allowHost(caller, params.id, body.origin),
  );
  serve(app, testCredential, ({ caller, params }) => credentials.test(caller, params.id), {
    perMinute: testsPerMinute,
  });
  serve(app, readCredentialUses, ({ caller, params }) => credentials.uses(caller, params.id));
  serve(
    app,
    deleteCredential,
    async ({ caller, params }) => {
      const removed = await credentials.remove(caller, params.id);
      return caller.kind === 'user' ? removed : { ...removed, usedBy: [] };
    },
    alias,
  );
}
