import {
  acceptInvitation,
  authStatus,
  login,
  logout,
  refreshToken,
  registerOwner,
} from '@tendril/contract/api/auths';
import { passkeySignIn } from '@tendril/contract/api/passkeys';
import { confirmSignIn } from '@tendril/contract/api/second-factors';
import { AppError } from '@tendril/contract/app-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../../platform/config.ts';
import type { AuditLog } from '../../../platform/db/audit-log.ts';
import { addressOf } from '../../../platform/http/address-limit.ts';
import type { App } from '../../../platform/http/app.ts';
import { callerName } from '../../../platform/http/caller.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { BrowserSession } from '../../../platform/http/session.ts';
import type { SessionFamilies } from '../../../platform/http/session-families.ts';
import type { OpenInvitation } from '../people/public.ts';
import type { AuthService, Visit } from './auths.ts';
import { originOf } from './origin-of.ts';
import { siteOf } from './passkeys/site-of.ts';
import type { ProviderClient } from './providers/provider-client.ts';
import type { ProviderStore } from './providers/providers.store.ts';
import type { SignInPolicy } from './providers/sign-in-policy.ts';
import type { AwaitedFactor, SignedIn } from './session-opening.ts';
import type { UserStore } from './users.store.ts';

interface AuthParts {
  audit: AuditLog;
  auths: AuthService;
  users: UserStore;
  session: BrowserSession;
  families: SessionFamilies;
  providers: Pick<ProviderStore, 'listNames' | 'find'>;
  client: Pick<ProviderClient, 'signOutAddress'>;
  policy: Pick<SignInPolicy, 'isPasswordOff'>;
  config: Pick<Config, 'publicUrl'>;
  /** What an invitation leads to, if it is still valid. */
  lookAtInvitation(token: string): Promise<OpenInvitation | undefined>;
}

interface Pair {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Routes for signing in, staying signed in and signing out. */
export function authRoutes(app: App, parts: AuthParts): void {
  const { auths, users, session, lookAtInvitation, providers, policy, config } = parts;
  const visitOf = ({ request, reply }: Pair): Visit => ({
    address: addressOf(request),
    from: originOf(request),
    reply,
  });
  const answerOrAsk = (context: Pair, outcome: SignedIn | AwaitedFactor) => {
    if (!('token' in outcome)) return answer(context, outcome);
    session.writeStep(context.request, context.reply, outcome.token);
    throw factorRequired(outcome);
  };
  const answer = ({ request, reply }: Pair, { person, session: opened }: SignedIn) => {
    session.write(request, reply, opened);
    return { data: person };
  };

  serve(
    app,
    authStatus,
    async ({ query: { invite } }) => ({
      hasOwner: await users.hasOwner(),
      providers: await providers.listNames(),
      isPasswordOff: await policy.isPasswordOff(),
      ...(invite !== undefined && { invitation: (await lookAtInvitation(invite)) ?? null }),
    }),
    { perMinute: 600 },
  );
  serve(
    app,
    registerOwner,
    async (context) => answer(context, await auths.register(visitOf(context), context.body)),
    { perMinute: 100 },
  );
  serve(
    app,
    acceptInvitation,
    async (context) => {
      const { token, ...account } = context.body;
      return answerOrAsk(context, await auths.accept(visitOf(context), token, account));
    },
    { perMinute: 100 },
  );
  serve(app, login, async (context) =>
    answerOrAsk(context, await auths.login(visitOf(context), context.body)),
  );
  serve(
    app,
    confirmSignIn,
    async (context) => {
      const { request, reply, body } = context;
      const site = siteOf(request, config);
      const signedIn = await auths.confirm(visitOf(context), session.readStep(request), body, site);
      session.clearStep(request, reply);
      return answer(context, signedIn);
    },
    { perMinute: 100 },
  );

  serve(
    app,
    passkeySignIn,
    async (context) => {
      const site = siteOf(context.request, config);
      return answer(context, await auths.signInByPasskey(visitOf(context), context.body, site));
    },
    { perMinute: 100 },
  );

  sessionRoutes(app, parts);
}

/** Staying signed in, and signing out. */
function sessionRoutes(
  app: App,
  { auths, session, families, providers, client, audit, config }: AuthParts,
): void {
  // The provider would otherwise let the next person in without asking.
  const signOutAddress = async (request: FastifyRequest, familyId: string): Promise<string | undefined> => {
    const providerId = await families.providerOf(familyId);
    const provider = providerId === null ? undefined : await providers.find(providerId);
    // A provider that does not answer holds up no sign-out.
    return (
      provider && client.signOutAddress(provider, `${siteOf(request, config).origin}/`).catch(() => undefined)
    );
  };
  serve(
    app,
    refreshToken,
    async (context) => {
      const token = session.readRefreshToken(context.request);
      const { person, session: opened } = await auths.refresh(token);
      session.write(context.request, context.reply, opened);
      return { data: person };
    },
    { perMinute: 300 },
  );

  serve(app, logout, async ({ request, reply }) => {
    const token = session.readRefreshToken(request);
    const caller = await session.read(request);
    if (token) await families.endByToken(token);
    if (caller) await families.end(caller.familyId);
    session.clear(request, reply);
    if (!caller) return {};
    const { workspaceId } = caller;
    await audit.record({ workspaceId, actor: callerName(caller), action: 'user-signed-out' });
    return { providerUrl: await signOutAddress(request, caller.familyId) };
  });
}

const methodWords = {
  passkey: 'one of your passkeys',
  totp: 'a code of your authenticator app',
  recovery: 'one of your recovery codes',
} as const;

function factorRequired({ methods }: AwaitedFactor): AppError {
  const details = methods.map((path) => ({ path, message: methodWords[path] }));
  return new AppError('SECOND_FACTOR_REQUIRED', 'This account needs a second step.', { details });
}
