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
import type { CredentialService } from './credentials.ts';

/** Each test is a request to a vendor. */
const testsPerMinute = 60;

/** Routes of stored credentials; no response holds a value. */
export function credentialRoutes(app: App, credentials: CredentialService): void {
  serve(app, listCredentials, ({ caller, query }) => credentials.list(caller, query.credentialName));
  serve(app, readCredential, ({ caller, params }) => credentials.read(caller, params.id));
  serve(app, createCredential, ({ caller, body }) => credentials.create(caller, body));
  serve(app, updateCredential, ({ caller, params, body }) => credentials.update(caller, params.id, body));
  serve(app, allowCredentialHost, ({ caller, params, body }) =>
    credentials.allowHost(caller, params.id, body.origin),
  );
  serve(app, testCredential, ({ caller, params }) => credentials.test(caller, params.id), {
    perMinute: testsPerMinute,
  });
  serve(app, readCredentialUses, ({ caller, params }) => credentials.uses(caller, params.id));
  serve(app, deleteCredential, ({ caller, params }) => credentials.remove(caller, params.id));
}
