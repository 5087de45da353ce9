import { toNamedPath } from '@tendril/contract/api/path-segments';
import {
  beginProviderSignIn,
  createSignInProvider,
  deleteSignInProvider,
  finishProviderSignIn,
  linkProvider,
  listSignInProviders,
  type ProviderOutcome,
  proveByProvider,
  providerChannel,
  providerOutcomeParameter,
  providerSignOut,
  saveSignInPolicy,
  unlinkProvider,
  updateSignInProvider,
} from '@tendril/contract/api/sign-in-providers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../../../platform/config.ts';
import type { App } from '../../../../platform/http/app.ts';
import { sendCallbackPage } from '../../../../platform/http/callback-page.ts';
import { ownOrigin } from '../../../../platform/http/own-origin.ts';
import { serve, serveRaw } from '../../../../platform/http/serve.ts';
import type { BrowserSession } from '../../../../platform/http/session.ts';
import { originOf } from '../origin-of.ts';
import type { OwnIdentities } from './own-identities.ts';
import type { ProviderSettings } from './provider-settings.ts';
import type { ProviderPurpose, ProviderSignIn } from './provider-sign-in.ts';
import type { Provider } from './providers.store.ts';

interface ProviderRouteParts {
  settings: ProviderSettings;
  signIn: ProviderSignIn;
  identities: OwnIdentities;
  session: BrowserSession;
  config: Pick<Config, 'publicUrl' | 'coreService' | 'product'>;
}

/** What the page of a pop-up says. */
const words: Partial<Record<ProviderOutcome, string>> = {
  linked: 'Your account is connected.',
  proved: 'Your identity is confirmed.',
  expired: 'This took too long. Begin again.',
  refused: 'The provider did not confirm who you are.',
  unverified: 'The provider has not confirmed your email address.',
  domain: 'Accounts of this email domain cannot be used here.',
  taken: 'This account is connected with somebody else here.',
};

/** Routes of sign-ins with OpenID Connect providers, and of their settings. */
export function providerRoutes(
  app: App,
  { settings, signIn, identities, session, config }: ProviderRouteParts,
): void {
  const addressOf = (endpoint: { path: string }) => (request: FastifyRequest, id: string) => {
    const path = toNamedPath(endpoint.path.replace(':id', id), config);
    return new URL(path, config.publicUrl ?? ownOrigin(request)).href;
  };
  const redirectUri = addressOf(finishProviderSignIn);
  const begin = async (
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    id: string,
    purpose: ProviderPurpose,
  ) => {
    const { url, token } = await signIn.begin(id, redirectUri(request, id), purpose);
    session.writeStep(request, reply, token);
    return { url };
  };

  settingsRoutes(app, settings, redirectUri, addressOf(providerSignOut));
  serve(
    app,
    beginProviderSignIn,
    (context) => begin(context, context.params.id, { kind: 'sign-in', invite: context.body.invite }),
    { perMinute: 60 },
  );
  serve(app, linkProvider, (context) =>
    begin(context, context.params.id, { kind: 'link', caller: context.caller }),
  );
  serve(app, proveByProvider, (context) =>
    begin(context, context.params.id, { kind: 'proof', caller: context.caller }),
  );
  serve(app, unlinkProvider, ({ caller, params }) => identities.unlink(caller, params.id));

  serveRaw(
    app,
    finishProviderSignIn,
    async ({ request, reply, params }) => {
      const { searchParams } = new URL(request.url, 'http://own.invalid');
      const token = session.readStep(request);
      const arrival = await signIn.finish(params.id, token, searchParams, originOf(request));
      const { outcome, isPopup, signedIn, awaited } = arrival;
      if (awaited) session.writeStep(request, reply, awaited.token);
      // What belongs to no journey of this browser changes nothing in it.
      else if (outcome !== 'expired') session.clearStep(request, reply);
      if (signedIn) session.write(request, reply, signedIn.session);
      reply.header('cache-control', 'no-store');
      if (isPopup)
        return sendCallbackPage(reply, {
          isDone: outcome === 'linked' || outcome === 'proved',
          title: outcome === 'linked' || outcome === 'proved' ? 'Done' : 'Not done',
          words: words[outcome] ?? 'The provider’s answer could not be used.',
          channel: providerChannel,
          message: { outcome },
        });
      // To our own start page, whatever the request says.
      return reply
        .header('referrer-policy', 'no-referrer')
        .redirect(`/?${providerOutcomeParameter}=${outcome}`, 303);
    },
    { perMinute: 60 },
  );
}

function settingsRoutes(
  app: App,
  settings: ProviderSettings,
  redirectUri: (request: FastifyRequest, id: string) => string,
  signOutUri: (request: FastifyRequest, id: string) => string,
): void {
  const show = (request: FastifyRequest, { clientSecret, ...provider }: Provider) => ({
    ...provider,
    hasSecret: clientSecret !== undefined,
    redirectUri: redirectUri(request, provider.id),
    signOutUri: signOutUri(request, provider.id),
  });
  serve(app, listSignInProviders, async ({ caller, request }) => {
    const { providers, isPasswordOff } = await settings.read(caller);
    return {
      isPasswordOff,
      providers: providers.map((provider) => show(request, provider)),
      redirectUriPattern: redirectUri(request, ':id'),
    };
  });
  serve(app, createSignInProvider, async ({ caller, body, request }) =>
    show(request, await settings.create(caller, body)),
  );
  serve(app, updateSignInProvider, async ({ caller, params, body, request }) =>
    show(request, await settings.update(caller, params.id, body)),
  );
  serve(app, deleteSignInProvider, ({ caller, params }) => settings.remove(caller, params.id));
  serve(app, saveSignInPolicy, async ({ caller, body }) => {
    await settings.savePolicy(caller, body);
    return body;
  });
}
