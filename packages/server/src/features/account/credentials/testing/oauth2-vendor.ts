import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The one app the vendor knows. */
export const vendorApp = { clientId: 'tendril-app', clientSecret: 'CANARY-client-secret-4711' };

/** A vendor on loopback that signs people in by OAuth 2 with PKCE, rotates refresh tokens and can revoke them. */
export interface OAuth2Vendor {
  url: string;
  /** The fields of one user's credential of the kind `oAuth2Api`. */
  fields: Record<string, string>;
  /** Life of access tokens from now on. */
  expiresIn: number;
  /** How many refreshes were requested. */
  readonly refreshes: number;
  /** Access tokens issued, newest last. */
  readonly given: readonly string[];
  /** Revokes every refresh token issued so far. */
  revoke(): void;
  /** Answers token requests with this status, until it is undefined. */
  breakDown(status: number | undefined): void;
  /** Acts as a person on the vendor's page; returns the address of the redirect. */
  decide(authorizationUrl: string, isAllowed: boolean): Promise<string>;
  close(): Promise<void>;
}

interface Granted {
  challenge: string;
  redirectUri: string;
}

export async function startOAuth2Vendor(): Promise<OAuth2Vendor> {
  const codes = new Map<string, Granted>();
  const refreshTokens = new Set<string>();
  const given: string[] = [];
  let [refreshes, expiresIn, broken] = [0, 3600, undefined as number | undefined];

  function giveTokens(response: ServerResponse): void {
    const [access, refresh] = [`CANARY-access-${randomUUID()}`, `CANARY-refresh-${randomUUID()}`];
    refreshTokens.add(refresh);
    given.push(access);
    const body = {
      access_token: access,
      refresh_token: refresh,
      token_type: 'Bearer',
      expires_in: expiresIn,
    };
    // No identity was requested; this one is nonsense.
    sendJson(response, 200, { ...body, id_token: 'not.a.token' });
  }

  function redeem(form: URLSearchParams, response: ServerResponse): void {
    const code = form.get('code') ?? '';
    const granted = codes.get(code);
    codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight = granted?.challenge === challenge && granted.redirectUri === form.get('redirect_uri');
    if (isRight) giveTokens(response);
    else sendJson(response, 400, { error: 'invalid_grant', error_description: 'CANARY of the vendor' });
  }

  function refresh(form: URLSearchParams, response: ServerResponse): void {
    refreshes += 1;
    // Each refresh token works once: refreshing twice concurrently loses the sign-in.
    if (refreshTokens.delete(form.get('refresh_token') ?? '')) giveTokens(response);
    else sendJson(response, 400, { error: 'invalid_grant' });
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://vendor.invalid');
    if (url.pathname === '/authorize') return showPage(url, response);
    if (url.pathname === '/decide') return sendBack(url, codes, response);
    if (broken !== undefined) return sendJson(response, broken, { error: 'temporarily_unavailable' });
    const form = await readForm(request);
    if (!knowsApp(request, form)) return sendJson(response, 401, { error: 'invalid_client' });
    return form.get('grant_type') === 'refresh_token' ? refresh(form, response) : redeem(form, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    fields: {
      authorizationUrl: `${url}/authorize`,
      accessTokenUrl: `${url}/token`,
      ...vendorApp,
      scope: 'read write',
    },
    get expiresIn() {
      return expiresIn;
    },
    set expiresIn(seconds) {
      expiresIn = seconds;
    },
    get refreshes() {
      return refreshes;
    },
    given,
    revoke: () => refreshTokens.clear(),
    breakDown(status) {
      broken = status;
    },
    async decide(authorizationUrl, isAllowed) {
      const decision = authorizationUrl.replace(
        '/authorize?',
        `/decide?answer=${isAllowed ? 'allow' : 'deny'}&`,
      );
      const answer = await fetch(decision, { redirect: 'manual' });
      return answer.headers.get('location') ?? '';
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function showPage({ search, searchParams }: URL, response: ServerResponse): void {
  const link = (answer: string, words: string) =>
    `<a href="/decide?answer=${answer}&amp;${search.slice(1).replaceAll('&', '&amp;')}">${words}</a>`;
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end(
    `<!doctype html><html lang="en"><title>Vendor</title><h1>Let ${searchParams.get('client_id')} in?</h1>
     ${link('allow', 'Allow')} ${link('deny', 'Deny')}</html>`,
  );
}

function sendBack({ searchParams }: URL, codes: Map<string, Granted>, response: ServerResponse): void {
  const redirectUri = searchParams.get('redirect_uri') ?? '';
  const back = new URL(redirectUri);
  back.searchParams.set('state', searchParams.get('state') ?? '');
  if (searchParams.get('answer') === 'allow' && searchParams.get('code_challenge_method') === 'S256') {
    const code = `CANARY-code-${randomUUID()}`;
    codes.set(code, { challenge: searchParams.get('code_challenge') ?? '', redirectUri });
    back.searchParams.set('code', code);
  } else back.searchParams.set('error', 'access_denied');
  response.writeHead(302, { location: back.href }).end();
}

function knowsApp(request: IncomingMessage, form: URLSearchParams): boolean {
  const [scheme, encoded = ''] = (request.headers.authorization ?? '').split(' ');
  const pair = Buffer.from(encoded, 'base64').toString().split(':').map(decodeURIComponent);
  const [id, secret] = scheme === 'Basic' ? pair : [form.get('client_id'), form.get('client_secret')];
  return id === vendorApp.clientId && secret === vendorApp.clientSecret;
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
