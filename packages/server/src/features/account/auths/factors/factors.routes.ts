import {
  confirmTotp,
  proveIdentity,
  readOwnFactors,
  readWorkspaceSecurity,
  removeTotp,
  renewRecoveryCodes,
  saveWorkspaceSecurity,
  startTotp,
} from '@tendril/contract/api/second-factors';
import { AppError } from '@tendril/contract/app-error';
import type { ControlBus } from '../../../../platform/bus/control-bus.ts';
import type { Config } from '../../../../platform/config.ts';
import type { App } from '../../../../platform/http/app.ts';
import type { Assurance } from '../../../../platform/http/assurance.ts';
import { serve } from '../../../../platform/http/serve.ts';
import type { PasskeyService } from '../passkeys/passkeys.ts';
import { siteOf } from '../passkeys/site-of.ts';
import type { OwnIdentities } from '../providers/own-identities.ts';
import type { ProviderStore } from '../providers/providers.store.ts';
import type { UserStore } from '../users.store.ts';
import type { SecondFactors } from './second-factors.ts';

interface FactorRouteParts {
  bus: ControlBus;
  factors: SecondFactors;
  assurance: Assurance;
  users: Pick<UserStore, 'findById'>;
  passkeys: Pick<PasskeyService, 'list'>;
  identities: Pick<OwnIdentities, 'list'>;
  providers: Pick<ProviderStore, 'listNames'>;
  config: Pick<Config, 'publicUrl'>;
}

/** Routes by which signed-in people set up and use second factors, and workspaces require them. */
export function factorRoutes(app: App, parts: FactorRouteParts): void {
  const { bus, factors, assurance, users, passkeys, identities, providers, config } = parts;
  serve(app, readOwnFactors, async ({ caller }) => ({
    ...(await factors.read(caller)),
    hasPassword: (await users.findById(caller.userId))?.hasPassword ?? false,
    passkeys: await passkeys.list(caller.userId),
    identities: await identities.list(caller.userId),
    providers: await providers.listNames(),
  }));
  serve(app, startTotp, ({ caller }) => factors.startTotp(caller));
  serve(app, confirmTotp, ({ caller, body }) => factors.confirmTotp(caller, body.code));
  serve(app, removeTotp, ({ caller }) => factors.removeTotp(caller));
  serve(app, renewRecoveryCodes, ({ caller }) => factors.renewCodes(caller));
  serve(app, proveIdentity, ({ caller, body, request }) =>
    factors.prove(caller, body, siteOf(request, config)),
  );

  serve(app, readWorkspaceSecurity, ({ caller }) => assurance.settingsOf(caller));
  serve(app, saveWorkspaceSecurity, async ({ caller, body }) => {
    // Otherwise the setting would lock out its maker first.
    if (body.isSecondFactorRequired && !(await assurance.hasFactor(caller)))
      throw new AppError('CONFLICT', 'Set up a second factor for yourself before you require one.');
    await assurance.save(caller, body);
    bus.publish({ kind: 'revised', scope: caller.workspaceId, what: 'settings' });
    return body;
  });
}
