import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What a provider says of a person, beside `sub`. */
export type PlayedPerson = { sub: string } & Record<string, unknown>;

/** How a provider deviates from what is right. */
export interface Deviation {
  /** Claims of the ID token that replace the right ones. */
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  /** Signs with a key that the provider does not publish. */
  isForged?: boolean;
  /** Sends no signature. */
  isUnsigned?: boolean;
}

interface Grant {
  person: PlayedPerson;
  deviation: Deviation;
  redirectUri: string;
  challenge: string;
  nonce: string;
}

const client = { id: 'tendril-client', secret: 'a secret of the client' };
const keyId = 'key-1';

/**
 * An OpenID Connect provider on loopback: discovery, code flow with PKCE, and ID tokens signed by a published key.
 * `/authorize` answers at once for the person set by `signedIn`.
 */
export async function playProvider() {
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const grants = new Map<string, Grant>();
  const redeemed: URLSearchParams[] = [];
  let signedIn: PlayedPerson | undefined;
  let issuer = '';

  function approve(authorization: string, person: PlayedPerson, deviation: Deviation = {}): URL {
    const asked = new URL(authorization).searchParams;
    const [code, redirectUri] = [randomBytes(16).toString('hex'), asked.get('redirect_uri') ?? ''];
    grants.set(code, {
      person,
      deviation,
      redirectUri,
      challenge: asked.get('code_challenge') ?? '',
      nonce: asked.get('nonce') ?? '',
    });
    const back = new URL(redirectUri);
    back.searchParams.set('code', code);
    back.searchParams.set('state', asked.get('state') ?? '');
    back.searchParams.set('iss', issuer);
    return back;
  }

  function signToken({ person, deviation, nonce }: Grant): string {
    return sign({ ...timesOf(), nonce, ...person }, deviation);
  }

  function timesOf() {
    const now = Math.floor(Date.now() / 1000);
    return { iss: issuer, aud: client.id, iat: now, exp: now + 300 };
  }

  function sign(claims: object, deviation: Deviation): string {
    const input = [
      { alg: 'RS256', kid: keyId, ...deviation.header },
      { ...claims, ...deviation.claims },
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    if (deviation.isUnsigned) return `${input}.`;
    const key = deviation.isForged ? foreign.privateKey : own.privateKey;
    return `${input}.${createSign('RSA-SHA256').update(input).sign(key, 'base64url')}`;
  }

  async function redeem(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = new URLSearchParams(await text(request));
    redeemed.push(body);
    const grant = grants.get(body.get('code') ?? '');
    grants.delete(body.get('code') ?? '');
    const verifier = body.get('code_verifier') ?? '';
    const isRight =
      grant !== undefined &&
      createHash('sha256').update(verifier).digest('base64url') === grant.challenge &&
      body.get('redirect_uri') === grant.redirectUri &&
      body.get('client_id') === client.id &&
      body.get('client_secret') === client.secret;
    if (!isRight) return send(response, 400, { error: 'invalid_grant' });
    send(response, 200, { access_token: 'access', token_type: 'Bearer', id_token: signToken(grant) });
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    if (url.pathname === '/.well-known/openid-configuration') return send(response, 200, metadataOf(issuer));
    if (url.pathname === '/jwks') {
      const key = { ...own.publicKey.export({ format: 'jwk' }), kid: keyId, use: 'sig', alg: 'RS256' };
      return send(response, 200, { keys: [key] });
    }
    if (url.pathname === '/token') return void redeem(request, response);
    const isSignOut = url.pathname === '/end';
    const back = isSignOut
      ? url.searchParams.get('post_logout_redirect_uri')
      : signedIn && approve(url.href, signedIn).href;
    response.writeHead(back ? 302 : 404, back ? { location: back } : {}).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  issuer = `http://127.0.0.1:${port}`;

  return {
    issuer,
    client,
    /** For EGRESS_ALLOW. */
    host: `127.0.0.1:${port}`,
    /** What was sent to the token endpoint. */
    redeemed,
    /** The address that the provider sends the browser to, once this person has signed in there. */
    approve,
    /** A token that says that somebody, or a session, was signed out; `whom`: `sub`, `sid` or both. */
    logoutToken: (whom: { sub?: string; sid?: string }, deviation: Deviation = {}) =>
      sign(
        {
          ...timesOf(),
          jti: randomBytes(8).toString('hex'),
          events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
          ...whom,
        },
        { ...deviation, header: { typ: 'logout+jwt', ...deviation.header } },
      ),
    setSignedIn: (person: PlayedPerson) => {
      signedIn = person;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

export type PlayedProvider = Awaited<ReturnType<typeof playProvider>>;

function metadataOf(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    end_session_endpoint: `${issuer}/end`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  };
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
