import {
  acceptInvitation,
  authStatus,
  login,
  logout,
  refreshToken,
  registerOwner,
} from '@tendril/contract/api/auths';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuditLog } from '../../../platform/db/audit-log.ts';
import { addressOf } from '../../../platform/http/address-limit.ts';
import type { App } from '../../../platform/http/app.ts';
import { callerName } from '../../../platform/http/caller.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { BrowserSession } from '../../../platform/http/session.ts';
import type { SessionFamilies, SessionOrigin } from '../../../platform/http/session-families.ts';
import type { OpenInvitation } from '../people/public.ts';
import type { AuthService, SignedIn, Visit } from './auths.ts';
import type { UserStore } from './users.store.ts';

interface AuthParts {
  audit: AuditLog;
  auths: AuthService;
  users: UserStore;
  session: BrowserSession;
  families: SessionFamilies;
  /** What an invitation leads to, if it is still valid. */
  lookAtInvitation(token: string): Promise<OpenInvitation | undefined>;
}

interface Pair {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Routes for signing in, staying signed in and signing out. */
export function authRoutes(app: App, parts: AuthParts): void {
  const { auths, users, session, families, lookAtInvitation } = parts;
  const visitOf = ({ request, reply }: Pair): Visit => ({
    address: addressOf(request),
    from: originOf(request),
    reply,
  });
  const answer = ({ request, reply }: Pair, { person, session: opened }: SignedIn) => {
    session.write(request, reply, opened);
    return { data: person };
  };

  serve(
    app,
    authStatus,
    async ({ query: { invite } }) => ({
      hasOwner: await users.hasOwner(),
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
      return answer(context, await auths.accept(visitOf(context), token, account));
    },
    { perMinute: 100 },
  );
  serve(app, login, async (context) => answer(context, await auths.login(visitOf(context), context.body)));

  serve(
    app,
    refreshToken,
    async (context) => {
      const token = session.readRefreshToken(context.request);
      return answer(context, await auths.refresh(token));
    },
    { perMinute: 300 },
  );

  serve(app, logout, async ({ request, reply }) => {
    const token = session.readRefreshToken(request);
    if (token) await families.endByToken(token);
    const caller = await session.read(request);
    if (caller) await families.end(caller.familyId);
    session.clear(request, reply);
    if (!caller) return;
    const { workspaceId } = caller;
    await parts.audit.record({ workspaceId, actor: callerName(caller), action: 'user-signed-out' });
  });
}

/** The origin of a request as sessions store it. */
export function originOf(request: FastifyRequest): SessionOrigin {
  return { address: request.ip, agent: request.headers['user-agent'] };
}
