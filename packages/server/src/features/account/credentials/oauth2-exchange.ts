import { AppError } from '@tendril/contract/app-error';
import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
import type { ClientAuth, TokenEndpointRequestOptions, TokenEndpointResponse } from 'oauth4webapi';
import type { Egress } from '../../../platform/egress/egress.ts';
import type { OAuth2Setup } from './oauth2-setup.ts';

/** A vendor's token response; stored sealed. */
export interface TokenSet {
  accessToken: string;
  tokenType: string;
  refreshToken?: string | undefined;
  /** When the access token expires, if the vendor said so. */
  expiresAt: number | null;
}

interface Redemption {
  /** The parameters of the vendor's redirect. */
  parameters: URLSearchParams;
  state: string;
  redirectUri: string;
  verifier: string;
  /** Undefined where the vendor's issuer is not known. */
  issuer: string | undefined;
}

const limitMs = 15_000;
const maxBytes = 1024 * 1024;

// Loaded on the first sign-in, not at start.
const library = () => import('oauth4webapi');

/** The address of the vendor's sign-in page. */
export async function signInAddress(
  setup: OAuth2Setup,
  { state, redirectUri, verifier }: { state: string; redirectUri: string; verifier: string },
): Promise<string> {
  const { calculatePKCECodeChallenge } = await library();
  const url = new URL(setup.authorizationUrl);
  const parameters = {
    ...setup.parameters,
    response_type: 'code',
    client_id: setup.client.client_id,
    redirect_uri: redirectUri,
    ...(setup.scope && { scope: setup.scope }),
    state,
    ...(setup.pkce && {
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** Exchanges the redirect's code for tokens. Throws an AppError in words for people. */
export async function redeemCode(
  setup: OAuth2Setup,
  redemption: Redemption,
  egress: Pick<Egress, 'fetch'>,
): Promise<TokenSet> {
  const oauth = await library();
  const parameters = new URLSearchParams(redemption.parameters);
  if (redemption.issuer === undefined) parameters.delete('iss');
  try {
    const checked = oauth.validateAuthResponse(setup.server, setup.client, parameters, redemption.state);
    const response = await oauth.authorizationCodeGrantRequest(
      setup.server,
      setup.client,
      await clientAuthOf(setup),
      checked,
      redemption.redirectUri,
      setup.pkce ? redemption.verifier : oauth.nopkce,
      await requestOptions(setup, egress),
    );
    return toTokens(await oauth.processAuthorizationCodeResponse(setup.server, setup.client, response));
  } catch (error) {
    throw await toRefusal(error);
  }
}

/** Requests new tokens; the previous refresh token stays if the vendor returns no new one. Throws as `redeemCode`. */
export async function redeemRefreshToken(
  setup: OAuth2Setup,
  refreshToken: string,
  egress: Pick<Egress, 'fetch'>,
): Promise<TokenSet> {
  const oauth = await library();
  try {
    const response = await oauth.refreshTokenGrantRequest(
      setup.server,
      setup.client,
      await clientAuthOf(setup),
      refreshToken,
      await requestOptions(setup, egress),
    );
    const given = toTokens(await oauth.processRefreshTokenResponse(setup.server, setup.client, response));
    return { ...given, refreshToken: given.refreshToken ?? refreshToken };
  } catch (error) {
    throw await toRefusal(error);
  }
}

/** Whether the vendor says that its grant is no longer valid. */
export function isRevoked(error: unknown): boolean {
  const cause = error instanceof AppError ? (error.cause as { error?: unknown } | undefined) : undefined;
  return cause?.error === 'invalid_grant';
}

async function clientAuthOf({ clientSecret, clientAuth }: OAuth2Setup): Promise<ClientAuth> {
  const oauth = await library();
  if (!clientSecret) return oauth.None();
  return clientAuth === 'post' ? oauth.ClientSecretPost(clientSecret) : oauth.ClientSecretBasic(clientSecret);
}

async function requestOptions(
  setup: OAuth2Setup,
  egress: Pick<Egress, 'fetch'>,
): Promise<TokenEndpointRequestOptions> {
  const oauth = await library();
  return {
    [oauth.customFetch]: async (url, { body, headers, method, redirect }) => {
      const init = { body: String(body), headers, method, redirect };
      return withoutIdToken(await egress.fetch(url, init, { timeoutMs: limitMs, maxBytes }));
    },
    // Whether plain HTTP is accepted was decided when the fields were read.
    [oauth.allowInsecureRequests]: setup.server.token_endpoint.startsWith('http:'),
  };
}

/** We ask for no identity: an ID token is not read, and so cannot be wrong. */
async function withoutIdToken(answer: Response): Promise<Response> {
  const text = await answer.text();
  const { status, headers } = answer;
  try {
    const { id_token: _unused, ...rest } = parseShallowJson(text) as Record<string, unknown>;
    return new Response(JSON.stringify(rest), { status, headers });
  } catch {
    return new Response(text || null, { status, headers });
  }
}

function toTokens(given: TokenEndpointResponse): TokenSet {
  const { access_token, token_type, refresh_token, expires_in } = given;
  return {
    accessToken: access_token,
    tokenType: token_type,
    refreshToken: refresh_token,
    expiresAt: expires_in === undefined ? null : Date.now() + expires_in * 1000,
  };
}

async function toRefusal(error: unknown): Promise<unknown> {
  const oauth = await library();
  if ((error as { code?: unknown }).code === 'EGRESS_DENIED')
    return new AppError('EGRESS_DENIED', 'The provider’s URL cannot be reached from this server.');
  if (error instanceof oauth.ResponseBodyError || error instanceof oauth.AuthorizationResponseError) {
    const words = /^[a-z_]{1,60}$/.test(error.error) ? error.error : 'no reason given';
    return new AppError('PROVIDER_UNAUTHORIZED', `The provider rejected the sign-in: ${words}.`, {
      cause: { error: error.error },
    });
  }
  if (error instanceof oauth.WWWAuthenticateChallengeError)
    return new AppError('PROVIDER_UNAUTHORIZED', 'The provider rejected the client ID or secret.');
  if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError)
    return new AppError('PROVIDER_REFUSED', 'The provider returned a response that could not be read.');
  return new AppError('PROVIDER_UNAVAILABLE', 'The provider could not be reached.');
}
