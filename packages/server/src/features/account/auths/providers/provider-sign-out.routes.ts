import { providerSignOut } from '@tendril/contract/api/sign-in-providers';
import { AppError } from '@tendril/contract/app-error';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../../../platform/http/app.ts';
import { serveRaw } from '../../../../platform/http/serve.ts';
import type { ProviderSignOuts } from './provider-sign-outs.ts';

const mostBytes = 64 * 1024;

/** Where providers say that somebody has signed out there. */
export async function providerSignOutRoutes(app: App, signOuts: ProviderSignOuts): Promise<void> {
  // In a context of their own: providers send a form.
  await app.fastify.register(async (fastify) => {
    fastify.removeAllContentTypeParsers();
    fastify.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: mostBytes },
      (_request: FastifyRequest, body, done) =>
        done(null, { logout_token: new URLSearchParams(String(body)).get('logout_token') ?? '' }),
    );
    serveRaw(
      { ...app, fastify },
      providerSignOut,
      async ({ params, body, reply }) => {
        reply.header('cache-control', 'no-store');
        try {
          await signOuts.end(params.id, body.logout_token);
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== 'INVALID_INPUT') throw error;
          // The form of the protocol, which providers show in their logs.
          return reply.code(400).send({ error: 'invalid_request', error_description: error.message });
        }
        return reply.code(200).send();
      },
      { perMinute: 600 },
    );
  });
}
