import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from './app.ts';

const refusalReaders = new WeakSet<FastifyRequest>();
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
 * Allows other origins: those in ALLOWED_ORIGINS with a session, those that a flow lists without one, and nobody else.
 * An origin that is not allowed gets no header at all, and its preflight is refused like any unknown method.
 */
export async function addCors(app: App, allowedOrigins: readonly string[]): Promise<void> {
  const trusted = new Set(allowedOrigins);
  await app.fastify.register(cors, {
    delegator(request: FastifyRequest, done: (error: Error | null, options?: FastifyCorsOptions) => void) {
      const { origin } = request.headers;
      if (origin === undefined) return done(null, refused);
      if (trusted.has(origin)) return done(null, withSession);
      judge(app, request.url, origin).then((judgement) => {
        const isAsking = request.method === 'OPTIONS' && judgement === 'refusal';
        if (judgement === 'refusal') refusalReaders.add(request);
        done(null, judgement === true || isAsking ? withoutSession : refused);
      }, done);
    },
  });
}

async function judge(app: App, url: string, origin: string): Promise<boolean | 'refusal'> {
  const path = url.split('?', 1)[0] ?? url;
  for (const rule of app.originRules) {
    const judgement = await rule(path, origin);
    if (judgement) return judgement;
  }
  return false;
}

/**
 * On the response that refuses a page's origin: the page may read it where its chat has to show why, and nowhere else.
 */
export function limitRefusal(request: FastifyRequest, reply: FastifyReply): void {
  const { origin } = request.headers;
  reply.removeHeader('access-control-allow-origin');
  if (origin !== undefined && refusalReaders.has(request))
    reply.header('access-control-allow-origin', origin);
}
