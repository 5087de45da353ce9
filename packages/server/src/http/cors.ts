import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyRequest } from 'fastify';
import type { App } from './app.ts';

const refused: FastifyCorsOptions = { origin: false };
const withoutSession: FastifyCorsOptions = {
  origin: true,
  methods: 'GET, HEAD, POST, PUT, PATCH, DELETE',
  allowedHeaders: 'content-type, authorization, x-csrf-token, x-request-from, last-event-id, if-match',
  exposedHeaders: 'x-request-id, retry-after',
  maxAge: 600,
};
const withSession: FastifyCorsOptions = { ...withoutSession, credentials: true };

/**
 * Answers other origins: those in ALLOWED_ORIGINS with a session, those that a flow lists without one, and nobody
 * else. An origin that is not allowed gets no header at all, and its pre-flight is refused like any odd method.
 */
export async function addCors(app: App, allowedOrigins: readonly string[]): Promise<void> {
  const trusted = new Set(allowedOrigins);
  await app.fastify.register(cors, {
    delegator(request: FastifyRequest, done: (error: Error | null, options?: FastifyCorsOptions) => void) {
      const { origin } = request.headers;
      if (origin === undefined) return done(null, refused);
      if (trusted.has(origin)) return done(null, withSession);
      isAllowedByRule(app, request.url, origin).then(
        (isAllowed) => done(null, isAllowed ? withoutSession : refused),
        done,
      );
    },
  });
}

async function isAllowedByRule(app: App, url: string, origin: string): Promise<boolean> {
  const path = url.split('?', 1)[0] ?? url;
  for (const rule of app.originRules) if (await rule(path, origin)) return true;
  return false;
}
