import { toNamedPath } from '@tendril/contract/api/path-segments';
import { corePrefix } from '@tendril/contract/api/prefixes';
import { csrfCookie, csrfHeader } from '@tendril/contract/api/session-cookies';
import { AppError } from '@tendril/contract/app-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { type AccessTokens, accessMs, isSame } from './access-token.ts';
import type { UserCaller } from './caller.ts';
import type { OpenedSession } from './refresh-tokens.ts';
import type { SessionFamilies } from './session-families.ts';

/** Carries the access token. */
export const accessCookie = 'tendril_access';
/** Carries the refresh token, to the session routes only. */
export const refreshCookie = 'tendril_refresh';

interface SessionCookie {
  name: string;
  path: string;
  httpOnly: boolean;
}

const access: SessionCookie = { name: accessCookie, path: '/api', httpOnly: true };
const csrf: SessionCookie = { name: csrfCookie, path: '/', httpOnly: false };

/** A browser session: three cookies. */
export interface BrowserSession {
  /** The signed-in caller; undefined if there is none. */
  read(request: FastifyRequest): Promise<UserCaller | undefined>;
  /** Throws CSRF_ERROR unless the page has echoed its token. */
  requireCsrf(request: FastifyRequest, caller: UserCaller): void;
  readRefreshToken(request: FastifyRequest): string | undefined;
  write(request: FastifyRequest, reply: FastifyReply, opened: OpenedSession): void;
  clear(request: FastifyRequest, reply: FastifyReply): void;
}

export function createBrowserSession(
  config: Pick<Config, 'publicUrl' | 'sessionIdleDays' | 'coreService' | 'product'>,
  tokens: AccessTokens,
  families: SessionFamilies,
): BrowserSession {
  // The browser compares it with the path that the page asks for.
  const refreshPath = toNamedPath(`${corePrefix}/auths`, config);
  const refresh: SessionCookie = { name: refreshCookie, path: refreshPath, httpOnly: true };
  const refreshMs = config.sessionIdleDays * 86_400_000;
  const isSecure = (request: FastifyRequest) =>
    request.protocol === 'https' || (config.publicUrl?.startsWith('https:') ?? false);

  return {
    async read({ cookies }) {
      const token = cookies[accessCookie];
      const caller = token ? tokens.read(token, Date.now()) : undefined;
      return caller && (await families.isAlive(caller.familyId)) ? caller : undefined;
    },
    requireCsrf(request, caller) {
      const echoed = request.headers[csrfHeader];
      if (typeof echoed === 'string' && isSame(echoed, tokens.csrfTokenOf(caller.familyId))) return;
      throw new AppError('CSRF_ERROR', 'The page is out of date. Reload it and try again.');
    },
    readRefreshToken: ({ cookies }) => cookies[refreshCookie],
    write(request, reply, { caller, refreshToken }) {
      const secure = isSecure(request);
      setCookie(reply, access, tokens.sign(caller, Date.now()), { secure, maxAgeMs: accessMs });
      setCookie(reply, refresh, refreshToken, { secure, maxAgeMs: refreshMs });
      setCookie(reply, csrf, tokens.csrfTokenOf(caller.familyId), { secure, maxAgeMs: refreshMs });
    },
    clear(request, reply) {
      const gone = { secure: isSecure(request), maxAgeMs: 0 };
      for (const cookie of [access, refresh, csrf]) setCookie(reply, cookie, '', gone);
    },
  };
}

function setCookie(
  reply: FastifyReply,
  { name, ...place }: SessionCookie,
  value: string,
  { secure, maxAgeMs }: { secure: boolean; maxAgeMs: number },
): void {
  reply.header('cache-control', 'no-store');
  reply.setCookie(name, value, { ...place, secure, maxAge: Math.floor(maxAgeMs / 1000), sameSite: 'lax' });
}
