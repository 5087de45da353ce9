import { randomBytes } from 'node:crypto';
import {
  authorizeCredential,
  finishAuthorization,
  oauth2CallbackPath,
  oauth2Channel,
  oauth2Path,
  refreshCredential,
} from '@tendril/contract/api/oauth2-credentials';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../platform/config.ts';
import type { App } from '../../../platform/http/app.ts';
import { sendCallbackPage } from '../../../platform/http/callback-page.ts';
import { ownOrigin } from '../../../platform/http/own-origin.ts';
import { serve, serveRaw } from '../../../platform/http/serve.ts';
import type { Connections } from './connections.ts';
import type { CredentialService } from './credentials.ts';
import { attemptMs } from './sign-in-attempts.store.ts';

/** Binds a sign-in at a vendor to the browser that began it; lives longer than our access tokens. */
const browserCookie = 'tendril_sign_in';
/** The same over https, where browsers take it over https alone. */
const secureBrowserCookie = `__Secure-${browserCookie}`;
const callbacksPerMinute = 60;

/** Routes of sign-ins at vendors, with Flowise's names. */
export function connectionRoutes(
  app: App,
  connections: Connections,
  credentials: CredentialService,
  config: Pick<Config, 'publicUrl'>,
): void {
  serve(app, authorizeCredential, async ({ caller, params, request, reply }) => {
    const redirectUri = `${config.publicUrl ?? ownOrigin(request)}${oauth2CallbackPath}`;
    const browser = readBrowser(request) ?? randomBytes(32).toString('base64url');
    const authorizationUrl = await connections.begin(caller, params.id, { redirectUri, browser });
    const secure = redirectUri.startsWith('https:');
    reply.setCookie(secure ? secureBrowserCookie : browserCookie, browser, {
      path: oauth2Path,
      httpOnly: true,
      sameSite: 'lax',
      secure,
      maxAge: attemptMs / 1000,
    });
    return { success: true as const, authorizationUrl, redirectUri };
  });

  serveRaw(
    app,
    finishAuthorization,
    async ({ request, reply }) => {
      const { searchParams } = new URL(request.url, 'http://own.invalid');
      const message = await connections.finish(searchParams, readBrowser(request));
      return sendCallbackPage(reply, {
        isDone: message.isConnected,
        title: message.isConnected ? 'Connected' : 'Not connected',
        words: message.message,
        channel: oauth2Channel,
        message,
      });
    },
    { perMinute: callbacksPerMinute },
  );

  serve(app, refreshCredential, async ({ caller, params }) => {
    await connections.refresh(caller, params.id);
    return { success: true as const, credential: await credentials.read(caller, params.id) };
  });
}

function readBrowser({ cookies }: FastifyRequest): string | undefined {
  const value = cookies[secureBrowserCookie] ?? cookies[browserCookie];
  return value && /^[\w-]{43}$/.test(value) ? value : undefined;
}
