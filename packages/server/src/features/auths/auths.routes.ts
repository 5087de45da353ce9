import {
  authStatus,
  login,
  logout,
  preferences,
  readPreferences,
  refreshToken,
  registerOwner,
  savePreferences,
} from '@tendril/contract/api/auths';
import { AppError } from '@tendril/contract/app-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from '../../http/address-limit.ts';
import type { App } from '../../http/app.ts';
import { serve } from '../../http/serve.ts';
import type { BrowserSession } from '../../http/session.ts';
import type { SessionFamilies } from '../../http/session-families.ts';
import type { AuthService, SignedIn, Visit } from './auths.service.ts';
import type { UserStore } from './users.store.ts';

export interface AuthParts {
  auths: AuthService;
  users: UserStore;
  session: BrowserSession;
  families: SessionFamilies;
}

interface Pair {
  request: FastifyRequest;
  reply: FastifyReply;
}

export function authRoutes(app: App, { auths, users, session, families }: AuthParts): void {
  const visitOf = ({ request, reply }: Pair): Visit => ({ address: addressOf(request), reply });
  const answer = ({ request, reply }: Pair, { person, session: opened }: SignedIn) => {
    session.write(request, reply, opened);
    return { data: person };
  };

  serve(app, authStatus, async () => ({ hasOwner: await users.hasOwner() }));
  serve(app, registerOwner, async (context) => answer(context, await auths.register(context.body)), {
    perMinute: 100,
  });
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
  });

  serve(app, readPreferences, async ({ caller }) => {
    const stored = await users.readPreferences(caller.userId);
    return preferences.parse(stored ? JSON.parse(stored) : {});
  });

  serve(app, savePreferences, async ({ caller, body }) => {
    if (!(await users.findById(caller.userId)))
      throw new AppError('UNAUTHORIZED', 'There is no session. Sign in.');
    await users.savePreferences(caller.userId, JSON.stringify(body));
    return body;
  });
}
