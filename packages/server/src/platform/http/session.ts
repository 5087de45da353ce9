// For the types that it adds to requests.
import type {} from '@fastify/cookie';
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

/** Carries the access token where the server is opened over plain http. */
export const accessCookie = 'tendril_access';
/** The same over https: "__Host-" stands for this host alone and the path "/". */
export const secureAccessCookie = `__Host-${accessCookie}`;
/** Carries the refresh token, to the session routes only. */
export const refreshCookie = 'tendril_refresh';
/** Carries a sign-in from the password to the second factor. */
export const stepCookie = 'tendril_step';
const stepMs = 10 * 60_000;

interface SessionCookie {
  plain: { name: string; path: string };
  /** Over https, under a name that browsers take from this host alone and over https alone. */
  secure: { name: string; path: string };
  httpOnly: boolean;
}

const access: SessionCookie = {
  plain: { name: accessCookie, path: '/api' },
  secure: { name: secureAccessCookie, path: '/' },
  httpOnly: true,
};
// Worth nothing where it is planted (it is bound to the session), and known to programs by this name.
const csrf: SessionCookie = {
  plain: { name: csrfCookie, path: '/' },
  secure: { name: csrfCookie, path: '/' },
  httpOnly: false,
};

/** A browser session: three cookies. */
export interface BrowserSession {
  /** The signed-in caller; undefined if there is none. */
  read(request: FastifyRequest): Promise<UserCaller | undefined>;
  /** Throws CSRF_ERROR unless the page has echoed its token. */
  requireCsrf(request: FastifyRequest, caller: UserCaller): void;
  readRefreshToken(request: FastifyRequest): string | undefined;
  write(request: FastifyRequest, reply: FastifyReply, opened: OpenedSession): void;
  clear(request: FastifyRequest, reply: FastifyReply): void;
  /** The secret of a sign-in that is not complete, which no script may read. */
  readStep(request: FastifyRequest): string | undefined;
  writeStep(request: FastifyRequest, reply: FastifyReply, token: string): void;
  clearStep(request: FastifyRequest, reply: FastifyReply): void;
}

export function createBrowserSession(
  config: Pick<Config, 'publicUrl' | 'sessionIdleDays' | 'coreService' | 'product'>,
  tokens: AccessTokens,
  families: SessionFamilies,
): BrowserSession {
  // The browser compares it with the path that the page asks for.
  const refreshPath = toNamedPath(`${corePrefix}/auths`, config);
  const refresh: SessionCookie = {
    plain: { name: refreshCookie, path: refreshPath },
    secure: { name: `__Secure-${refreshCookie}`, path: refreshPath },
    httpOnly: true,
  };
  const step: SessionCookie = {
    plain: { name: stepCookie, path: refreshPath },
    secure: { name: `__Secure-${stepCookie}`, path: refreshPath },
    httpOnly: true,
  };
  const refreshMs = config.sessionIdleDays * 86_400_000;
  const placeOf = (request: FastifyRequest) =>
    request.protocol === 'https' || config.publicUrl?.startsWith('https:') ? 'secure' : 'plain';
  const cookieOf = (request: FastifyRequest, cookie: SessionCookie) =>
    request.cookies[cookie[placeOf(request)].name];

  return {
    async read(request) {
      const token = cookieOf(request, access);
      const caller = token ? tokens.read(token, Date.now()) : undefined;
      return caller && (await families.isAlive(caller.familyId)) ? caller : undefined;
    },
    requireCsrf(request, caller) {
      const echoed = request.headers[csrfHeader];
      if (typeof echoed === 'string' && isSame(echoed, tokens.csrfTokenOf(caller.familyId))) return;
      throw new AppError('CSRF_ERROR', 'The page is out of date. Reload it and try again.');
    },
    // A browser that signed in before https had names of its own shows its old one once, and gets the new ones.
    readRefreshToken: (request) => cookieOf(request, refresh) ?? request.cookies[refresh.plain.name],
    write(request, reply, { caller, refreshToken }) {
      const place = placeOf(request);
      setCookie(reply, access, tokens.sign(caller, Date.now()), { place, maxAgeMs: accessMs });
      setCookie(reply, refresh, refreshToken, { place, maxAgeMs: refreshMs });
      setCookie(reply, csrf, tokens.csrfTokenOf(caller.familyId), { place, maxAgeMs: refreshMs });
      if (place === 'secure') dropPlain(request, reply, [access, refresh]);
    },
    clear(request, reply) {
      const place = placeOf(request);
      for (const cookie of [access, refresh, csrf]) setCookie(reply, cookie, '', { place, maxAgeMs: 0 });
      if (place === 'secure') dropPlain(request, reply, [access, refresh]);
    },
    readStep: (request) => cookieOf(request, step),
    writeStep: (request, reply, token) =>
      setCookie(reply, step, token, { place: placeOf(request), maxAgeMs: stepMs }),
    clearStep: (request, reply) => setCookie(reply, step, '', { place: placeOf(request), maxAgeMs: 0 }),
  };
}

function dropPlain(
  { cookies }: FastifyRequest,
  reply: FastifyReply,
  dropped: readonly SessionCookie[],
): void {
  for (const { plain } of dropped)
    if (plain.name in cookies) reply.clearCookie(plain.name, { path: plain.path });
}

function setCookie(
  reply: FastifyReply,
  cookie: SessionCookie,
  value: string,
  { place, maxAgeMs }: { place: 'secure' | 'plain'; maxAgeMs: number },
): void {
  const { name, path } = cookie[place];
  reply.header('cache-control', 'no-store');
  reply.setCookie(name, value, {
    path,
    httpOnly: cookie.httpOnly,
    secure: place === 'secure',
    maxAge: Math.floor(maxAgeMs / 1000),
    sameSite: 'lax',
  });
}
