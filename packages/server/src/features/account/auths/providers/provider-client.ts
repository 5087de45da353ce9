import { createHash } from 'node:crypto';
import { AppError } from '@tendril/contract/app-error';
import type { Configuration, CustomFetch, IDToken, UserInfoResponse } from 'openid-client';
import type { Egress } from '../../../../platform/egress/egress.ts';
import type { Provider } from './providers.store.ts';

/** Who the provider says has signed in; checked, but not yet believed to be anybody here. */
export interface ProviderClaims {
  issuer: string;
  subject: string;
  email: string | undefined;
  isEmailVerified: boolean;
  name: string | undefined;
  groups: readonly string[];
  /** When the person last proved their identity there, if the provider says so. */
  authenticatedAt: number | null;
  /** The session there, if the provider names it. */
  sid: string | undefined;
}

/** What binds a request to its answer. */
export interface ProviderRequest {
  redirectUri: string;
  state: string;
  nonce: string;
  verifier: string;
  /** The provider has to verify again who is there. */
  isFresh: boolean;
}

const limitMs = 10_000;
const maxBytes = 1024 * 1024;
const configurationMs = 10 * 60_000;
const maxConfigurations = 100;
/** How old a sign-in at the provider may be that proves an identity again, in seconds. */
const freshSeconds = 60;

// Loaded on the first sign-in, not at start.
const library = () => import('openid-client');

/** The part of the providers' protocol: code flow with PKCE, state and nonce, and signed tokens only. */
export function createProviderClient(egress: Pick<Egress, 'fetch'>) {
  const { discover, of: configurationOf } = createConfigurations(egress);

  return {
    /** Throws INVALID_INPUT at `issuer` for one whose configuration cannot be read. */
    async check(provider: Provider): Promise<void> {
      try {
        const metadata = (await discover(provider)).serverMetadata();
        if (!metadata.authorization_endpoint || !metadata.token_endpoint || !metadata.jwks_uri)
          throw new TypeError('has no addresses for signing in');
      } catch (cause) {
        if (cause instanceof AppError) throw cause;
        const message = 'gives no configuration of an OpenID Connect provider';
        throw new AppError('INVALID_INPUT', `issuer: ${message}`, {
          details: [{ path: 'issuer', message }],
          cause,
        });
      }
    },

    /** What the provider says of itself. */
    metadataOf: async (provider: Provider) => (await configurationOf(provider)).serverMetadata(),

    /** The address of the provider's page. */
    async address(provider: Provider, request: ProviderRequest): Promise<string> {
      const oidc = await library();
      const url = oidc.buildAuthorizationUrl(await configurationOf(provider), {
        redirect_uri: request.redirectUri,
        scope: 'openid email profile',
        state: request.state,
        nonce: request.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(request.verifier),
        code_challenge_method: 'S256',
        ...(request.isFresh && { prompt: 'login', max_age: String(freshSeconds) }),
      });
      return url.href;
    },

    /** Redeems what the provider has sent back. Throws for anything that does not fit the request. */
    async redeem(
      provider: Provider,
      request: ProviderRequest,
      parameters: URLSearchParams,
    ): Promise<ProviderClaims> {
      const oidc = await library();
      const configuration = await configurationOf(provider);
      const returned = new URL(request.redirectUri);
      returned.search = parameters.toString();
      const tokens = await oidc.authorizationCodeGrant(configuration, returned, {
        pkceCodeVerifier: request.verifier,
        expectedState: request.state,
        expectedNonce: request.nonce,
        idTokenExpected: true,
        ...(request.isFresh && { maxAge: freshSeconds }),
      });
      const claims = tokens.claims();
      if (!claims) throw new TypeError('The provider has sent no ID token.');
      const lacks = claims['email'] === undefined || lacksGroups(provider, claims);
      const more =
        lacks && configuration.serverMetadata().userinfo_endpoint
          ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
          : undefined;
      return toClaims(provider, claims, more);
    },

    /** Where a person signs out of the provider, if it has such a page. */
    async signOutAddress(provider: Provider, returnTo: string): Promise<string | undefined> {
      const oidc = await library();
      const configuration = await configurationOf(provider);
      if (!configuration.serverMetadata().end_session_endpoint) return undefined;
      return oidc.buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnTo }).href;
    },
  };
}

export type ProviderClient = ReturnType<typeof createProviderClient>;

/** What providers say of themselves; remembered for a while. */
function createConfigurations(egress: Pick<Egress, 'fetch'>) {
  const known = new Map<string, { configuration: Promise<Configuration>; readAt: number }>();

  async function discover(provider: Provider): Promise<Configuration> {
    const oidc = await library();
    const fetch: CustomFetch = async (url, { signal, method, headers, body }) => {
      const init: RequestInit = { method, headers, body: body as string, redirect: 'manual' };
      if (signal) init.signal = signal;
      const answer = await egress.fetch(url, init, { timeoutMs: limitMs, maxBytes });
      // The library takes the platform's own kind only.
      return new Response(await answer.arrayBuffer(), { status: answer.status, headers: answer.headers });
    };
    const issuer = new URL(provider.issuer);
    const found = await oidc.discovery(issuer, provider.clientId, {}, oidc.None(), {
      [oidc.customFetch]: fetch,
      execute: isLoopback(issuer) ? [oidc.allowInsecureRequests] : [],
    });
    const metadata = found.serverMetadata();
    const configuration = new oidc.Configuration(
      metadata,
      provider.clientId,
      {},
      authentication(oidc, provider, metadata.token_endpoint_auth_methods_supported),
    );
    configuration[oidc.customFetch] = fetch;
    if (isLoopback(issuer)) oidc.allowInsecureRequests(configuration);
    // Otherwise a token is taken on the word of the connection alone.
    oidc.enableNonRepudiationChecks(configuration);
    return configuration;
  }

  function of(provider: Provider): Promise<Configuration> {
    const { id, issuer, clientId, clientSecret = '' } = provider;
    const key = createHash('sha256')
      .update(JSON.stringify([id, issuer, clientId, clientSecret]))
      .digest('hex');
    const present = known.get(key);
    if (present && Date.now() - present.readAt < configurationMs) return present.configuration;
    if (known.size >= maxConfigurations) known.clear();
    const entry = { configuration: discover(provider), readAt: Date.now() };
    known.set(key, entry);
    // A failed look is not kept.
    entry.configuration.catch(() => {
      if (known.get(key) === entry) known.delete(key);
    });
    return entry.configuration;
  }

  return { discover, of };
}

type Library = Awaited<ReturnType<typeof library>>;

function authentication(oidc: Library, { clientSecret }: Provider, methods: readonly string[] = []) {
  if (clientSecret === undefined) return oidc.None();
  return methods.includes('client_secret_post')
    ? oidc.ClientSecretPost(clientSecret)
    : oidc.ClientSecretBasic(clientSecret);
}

function lacksGroups({ groupsClaim }: Provider, claims: IDToken): boolean {
  return groupsClaim !== null && claims[groupsClaim] === undefined;
}

function toClaims(provider: Provider, claims: IDToken, more: UserInfoResponse | undefined): ProviderClaims {
  // Both from one place: an address is only as good as what is said of it there.
  const { email, email_verified } = claims['email'] === undefined && more ? more : claims;
  const name = claims['name'] ?? more?.name;
  const groups =
    provider.groupsClaim === null ? [] : (claims[provider.groupsClaim] ?? more?.[provider.groupsClaim]);
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: typeof email === 'string' ? email : undefined,
    isEmailVerified: email_verified === true,
    name: typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 80) : undefined,
    groups: Array.isArray(groups) ? groups.filter((group) => typeof group === 'string') : [],
    authenticatedAt: claims.auth_time === undefined ? null : claims.auth_time * 1000,
    sid: typeof claims['sid'] === 'string' ? claims['sid'].slice(0, 300) : undefined,
  };
}

// What does not leave this machine needs no encryption.
function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
