import { createHash } from 'node:crypto';
import type { JSONWebKeySet, JWTPayload } from 'jose';
import type { Egress } from '../../../../platform/egress/egress.ts';
import type { ProviderClient } from './provider-client.ts';
import type { Provider } from './providers.store.ts';

/** Whom or which session a provider has signed out. */
export interface ProviderSignOut {
  /** The same for the same token. */
  id: string;
  issuer: string;
  subject: string | undefined;
  sid: string | undefined;
}

const event = 'http://schemas.openid.net/event/backchannel-logout';
/** What is signed with a secret that both know proves nothing here. */
const algorithms = new Set([
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]);
/** How old a token may be, and how far clocks may be apart, in seconds. */
const oldest = 300;
const tolerance = 30;
const longestId = 300;
const keysMs = 10 * 60_000;
/** A token of an unknown key makes us look once in this time: keys change. */
const newKeysMs = 30_000;
const limitMs = 10_000;
const maxBytes = 256 * 1024;

/** How long a token that was taken may come again before its age refuses it. */
export const signOutKeptMs = (oldest + 2 * tolerance) * 1000;

// Loaded with the first token, not at start.
const library = () => import('jose');

/** Tokens by which OpenID Connect providers say that somebody has signed out (Back-Channel Logout 1.0, 2.6). */
export function createLogoutTokens(
  egress: Pick<Egress, 'fetch'>,
  client: Pick<ProviderClient, 'metadataOf'>,
) {
  const known = new Map<string, { keys: JSONWebKeySet; readAt: number }>();

  async function keysOf(uri: string, maxAgeMs: number): Promise<JSONWebKeySet> {
    const present = known.get(uri);
    if (present && Date.now() - present.readAt < maxAgeMs) return present.keys;
    const answer = await egress.fetch(uri, { redirect: 'manual' }, { timeoutMs: limitMs, maxBytes });
    if (!answer.ok) throw new TypeError(`The provider's keys cannot be read: ${answer.status}.`);
    const keys = (await answer.json()) as JSONWebKeySet;
    if (known.size >= 100) known.clear();
    known.set(uri, { keys, readAt: Date.now() });
    return keys;
  }

  async function verify(provider: Provider, token: string): Promise<JWTPayload> {
    const jose = await library();
    const metadata = await client.metadataOf(provider);
    const offered = metadata.id_token_signing_alg_values_supported ?? ['RS256'];
    const uri = metadata.jwks_uri;
    if (uri === undefined) throw new TypeError('The provider publishes no keys.');
    const check = async (maxAgeMs: number) => {
      const keys = jose.createLocalJWKSet(await keysOf(uri, maxAgeMs));
      const { payload, protectedHeader } = await jose.jwtVerify(token, keys, {
        ...{ issuer: metadata.issuer, audience: provider.clientId },
        algorithms: offered.filter((algorithm) => algorithms.has(algorithm)),
        ...{ requiredClaims: ['iat', 'jti'], maxTokenAge: oldest, clockTolerance: tolerance },
      });
      if (!/^(?:application\/)?(?:logout\+)?jwt$/i.test(protectedHeader.typ ?? 'JWT'))
        throw new TypeError('The token is of another type.');
      return payload;
    };
    return check(keysMs).catch((error: unknown) => {
      if (!(error instanceof jose.errors.JWKSNoMatchingKey)) throw error;
      return check(newKeysMs);
    });
  }

  return {
    /** Throws for everything that is not a sign-out of this provider for this client, now. */
    async read(provider: Provider, token: string): Promise<ProviderSignOut> {
      const { iss = '', sub, jti = '', sid, events, nonce } = await verify(provider, token);
      const named = typeof events === 'object' && events !== null ? (events as Record<string, unknown>) : {};
      const isEvent =
        Object.hasOwn(named, event) && typeof named[event] === 'object' && named[event] !== null;
      if (!isEvent) throw new TypeError('The token is about another event.');
      // Otherwise an ID token, which every page of a person has, could end sessions.
      if (nonce !== undefined) throw new TypeError('A sign-out has no nonce.');
      if (jti === '' || jti.length > longestId) throw new TypeError('The token has no usable id.');
      const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
      if (!isText(sub) && !isText(sid))
        throw new TypeError('The token names neither a person nor a session.');
      return {
        id: createHash('sha256')
          .update(JSON.stringify([iss, provider.clientId, jti]))
          .digest('base64url'),
        issuer: iss,
        subject: isText(sub) ? sub : undefined,
        sid: isText(sid) ? sid : undefined,
      };
    },
  };
}

export type LogoutTokens = ReturnType<typeof createLogoutTokens>;
