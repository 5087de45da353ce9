import type { EndpointDefinition } from '@tendril/contract/api/endpoint';
import { AppError } from '@tendril/contract/app-error';
import { findLacking, type Permission } from '@tendril/contract/permission';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { ApiKeys } from './api-keys.ts';
import type { Assurance } from './assurance.ts';
import { anonymous, type Caller, type KeyCaller } from './caller.ts';
import { isForCredentialKeys, isOpenToCredentialKeys } from './credential-routes.ts';
import { isOpenToFlows } from './flow-routes.ts';
import type { Grants } from './grants.ts';
import type { InternalAuth } from './internal-auth.ts';
import { requireOwnOrigin } from './own-origin.ts';
import type { BrowserSession } from './session.ts';

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/** What of a route decides who may call it. */
export type RouteAccess = Pick<EndpointDefinition, 'auth' | 'permits' | 'proof' | 'isForSetUp'>;

type Identify = (request: FastifyRequest, access: RouteAccess) => Promise<Caller>;

/**
 * Identifies the caller by the route's own `auth` and nothing else: no header but a Bearer key, and no cookie but the
 * session's, grants anything. A Bearer key takes precedence over cookies and needs no CSRF token. The one place where
 * what a route permits is held against what the caller's role grants.
 */
export function createIdentify(
  config: Pick<Config, 'publicUrl' | 'allowedHosts' | 'allowedOrigins'>,
  session: BrowserSession,
  apiKeys: ApiKeys,
  grants: Grants,
  assurance: Assurance,
  internalAuth: Pick<InternalAuth, 'require'>,
): Identify {
  return async (request, access) => {
    const { auth, permits = 'member' } = access;
    // A token or a signature is checked by the route that knows what it opens.
    if (auth === 'public' || auth === 'token' || auth === 'webhook') return anonymous;
    if (auth === 'internal') {
      internalAuth.require(request);
      return anonymous;
    }
    if (auth === 'signed' && isSigned(request)) return anonymous;
    if (auth === 'origin' || auth === 'step') {
      requireOwnOrigin(request, config);
      return anonymous;
    }
    const key = bearerOf(request);
    if (key !== undefined) {
      const caller = checkKey(await apiKeys.find(key), request, auth);
      const lacking = findLacking(permits, await grants.of(caller));
      if (lacking) throw refuseKey(caller, lacking);
      return caller;
    }
    const user = await session.read(request);
    if (!user) {
      if (auth === 'flow') return anonymous;
      throw new AppError('UNAUTHORIZED', 'Sign in, or send an API key.');
    }
    if (!reading.has(request.method)) session.requireCsrf(request, user);
    const lacking = findLacking(permits, await grants.of(user));
    if (!lacking) {
      await assurance.require(user, access);
      return user;
    }
    // Where anybody may be admitted, nobody is worse off for being signed in.
    if (auth === 'flow') return { ...anonymous, lacks: lacking };
    throw new AppError(
      'FORBIDDEN',
      `Your role in this workspace does not permit this: it takes “${lacking}”.`,
    );
  };
}

function refuseKey({ permissions }: KeyCaller, lacking: Permission): AppError {
  const isChosen = permissions && !permissions.has(lacking);
  return new AppError(
    'FORBIDDEN',
    isChosen
      ? `This API key does not include “${lacking}”.`
      : `The role of the person who created this API key does not permit this: it takes “${lacking}”.`,
  );
}

function isSigned(request: FastifyRequest): boolean {
  return typeof (request.query as Record<string, unknown>)['signature'] === 'string';
}

function bearerOf(request: FastifyRequest): string | undefined {
  const match = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '');
  return match?.[1];
}

function checkKey(
  key: KeyCaller | undefined,
  request: FastifyRequest,
  auth: EndpointDefinition['auth'],
): KeyCaller {
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
