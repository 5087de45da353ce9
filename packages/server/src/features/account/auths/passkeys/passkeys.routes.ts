import {
  addPasskey,
  removePasskey,
  renamePasskey,
  startPasskey,
  startPasskeyUse,
} from '@tendril/contract/api/passkeys';
import type { Config } from '../../../../platform/config.ts';
import type { App } from '../../../../platform/http/app.ts';
import { serve } from '../../../../platform/http/serve.ts';
import type { PasskeyCeremonies } from './passkey-ceremonies.ts';
import type { PasskeyService } from './passkeys.ts';
import { siteOf } from './site-of.ts';

interface PasskeyRouteParts {
  service: PasskeyService;
  ceremonies: PasskeyCeremonies;
  config: Pick<Config, 'publicUrl'>;
}

/** Routes of passkeys; signing in with one is beside the other ways to sign in. */
export function passkeyRoutes(app: App, { service, ceremonies, config }: PasskeyRouteParts): void {
  serve(app, startPasskey, ({ caller, request }) => service.start(caller, siteOf(request, config)));
  serve(app, addPasskey, ({ caller, body, request }) => service.add(caller, body, siteOf(request, config)));
  serve(app, renamePasskey, ({ caller, params, body }) => service.rename(caller, params.id, body.name));
  serve(app, removePasskey, ({ caller, params }) => service.remove(caller, params.id));
  serve(app, startPasskeyUse, ({ request }) => ceremonies.startUse(siteOf(request, config)), {
    perMinute: 100,
  });
}
