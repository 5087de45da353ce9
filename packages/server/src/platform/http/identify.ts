import type { Auth } from '@tendril/contract/api/endpoint';
import { AppError } from '@tendril/contract/app-error';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { ApiKeys } from './api-keys.ts';
import { anonymous, type Caller, type KeyCaller } from './caller.ts';
import { isForCredentialKeys, isOpenToCredentialKeys } from './credential-routes.ts';
import { isOpenToFlows } from './flow-routes.ts';
import { requireOwnOrigin } from './own-origin.ts';
import type { BrowserSession } from './session.ts';

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

type Identify = (request: FastifyRequest, auth: Auth) => Promise<Caller>;

/**
 * Identifies the caller by the route's own `auth` and nothing else: no header but a Bearer key, and no cookie but the
 * session's, grants anything. A Bearer key takes precedence over cookies and needs no CSRF token.
 */
export function createIdentify(
  config: Pick<Config, 'publicUrl' | 'allowedHosts' | 'allowedOrigins'>,
  session: BrowserSession,
  apiKeys: ApiKeys,
): Identify {
  return async (request, auth) => {
    // A token or a signature is checked by the route that knows what it opens.
    if (auth === 'public' || auth === 'token' || auth === 'webhook') return anonymous;
    if (auth === 'signed' && isSigned(request)) return anonymous;
    if (auth === 'origin') {
      requireOwnOrigin(request, config);
      return anonymous;
    }
    const key = bearerOf(request);
    if (key !== undefined) return checkKey(await apiKeys.find(key), request, auth);
    const user = await session.read(request);
    if (!user) {
      if (auth === 'flow') return anonymous;
      throw new AppError('UNAUTHORIZED', 'Sign in, or send an API key.');
    }
    if (!reading.has(request.method)) session.requireCsrf(request, user);
    return user;
  };
}

function isSigned(request: FastifyRequest): boolean {
  return typeof (request.query as Record<string, unknown>)['signature'] === 'string';
}

function bearerOf(request: FastifyRequest): string | undefined {
  const match = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '');
  return match?.[1];
}

function checkKey(key: KeyCaller | undefined, request: FastifyRequest, auth: Auth): KeyCaller {
  if (!key) throw new AppError('UNAUTHORIZED', 'This API key is not valid.');
  if (auth === 'session')
    throw new AppError('FORBIDDEN', 'This is available to signed-in users only, not to API keys.');
  const { endpoint } = request.routeOptions.config;
  if (key.scope === 'read' && !reading.has(request.method) && !endpoint?.isRead)
    throw new AppError('FORBIDDEN', 'This API key is read-only.');
  if (key.scope === 'flows' && !isOpenToFlows(endpoint, request.params, key.flowIds ?? new Set()))
    throw new AppError('FORBIDDEN', 'This API key is limited to selected flows.');
  if (key.scope === 'credentials' && !isOpenToCredentialKeys(endpoint))
    throw new AppError('FORBIDDEN', 'This API key is for storing secrets only.');
  if (key.scope !== 'credentials' && isForCredentialKeys(endpoint))
    throw new AppError('FORBIDDEN', 'This takes an API key that is for storing secrets.');
  return key;
}
