import { Readable } from 'node:stream';
import type { EndpointDefinition } from '@tendril/contract/api/endpoint';
import { publicPrefix, studioPrefix } from '@tendril/contract/api/prefixes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import type { App } from './app.ts';
import { noteTarget, withAuditContext } from './audit-trail.ts';
import { type Streamed, streamed } from './event-stream.ts';
import { readRawBody } from './raw-body.ts';
import { type RequestContext, readContext } from './request-context.ts';
import { withReadRequest } from './with-read-request.ts';

type HandlerAnswer<E extends EndpointDefinition> = E['response'] extends z.ZodType
  ? z.input<E['response']> | Streamed
  : // biome-ignore lint/suspicious/noConfusingVoidType: a handler without an answer returns nothing.
    void | undefined | Streamed;

export type Handler<E extends EndpointDefinition> = (
  context: RequestContext<E>,
) => HandlerAnswer<E> | Promise<HandlerAnswer<E>>;

export interface ServeOptions {
  /** Also mounts the route under `/api/v1`, for the clients that know only that prefix. */
  alias?: boolean;
  /** How many requests of one address are accepted in a minute; unlimited when absent. */
  perMinute?: number;
  /** Decides by identity, address and headers alone, before the body is read; throws to refuse. */
  admit?(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

/** Mounts an endpoint: auth before the body is read, parsed input in, the response stripped by its schema. */
export function serve<E extends EndpointDefinition>(
  app: App,
  endpoint: E,
  handler: Handler<E>,
  options: ServeOptions = {},
): void {
  const { response } = endpoint;
  const status = endpoint.status ?? (response ? 200 : 204);
  mount(app, endpoint, options, async (request, reply) => {
    const answer = await handler(readContext(endpoint, request, reply));
    if (answer === streamed || reply.sent) return reply;
    reply.code(status);
    // No result: reply.send(undefined) is how Fastify sends an empty body.
    const body = response ? response.parse(answer) : undefined;
    noteTarget(request, body);
    return reply.send(body);
  });
}

/** Mounts an endpoint whose handler writes the reply itself: files, pages, other protocols. */
export function serveRaw<E extends EndpointDefinition>(
  app: App,
  endpoint: E,
  handler: (context: RequestContext<E>) => Promise<FastifyReply>,
  options: ServeOptions = {},
): void {
  mount(app, endpoint, options, (request, reply) => handler(readContext(endpoint, request, reply)));
}

/** Mounts `handler` under the endpoint's path, and under `/api/v1` if requested. */
export function mount(
  app: App,
  endpoint: EndpointDefinition,
  options: ServeOptions,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  const paths = [endpoint.path];
  const config = {
    endpoint,
    ...(options.perMinute !== undefined && { rateLimit: { max: options.perMinute } }),
  };
  if (options.alias) paths.push(endpoint.path.replace(studioPrefix, publicPrefix));
  for (const path of paths) {
    app.routes.push({ endpoint, path });
    app.fastify.route({
      method: endpoint.method,
      url: path,
      config,
      ...(endpoint.auth === 'internal' && { preParsing: signedBody(app) }),
      ...(endpoint.bodyLimit !== undefined && { bodyLimit: endpoint.bodyLimit }),
      onRequest: async (request, reply) => {
        request.caller = await app.identify(request, endpoint);
        if (options.admit) await options.admit(request, reply);
        else await app.admitAnonymous(endpoint, request, reply);
      },
      handler: (request, reply) =>
        withAuditContext(endpoint, request, () =>
          withReadRequest(endpoint, reply, () => handler(request, reply)),
        ),
    });
  }
}

/** Lets only the body through that its sender has signed. */
function signedBody({ internalAuth }: App) {
  return async (request: FastifyRequest, _reply: FastifyReply, payload: NodeJS.ReadableStream) => {
    const body = await readRawBody(request, payload);
    internalAuth.requireBody(request.headers, body);
    return Readable.from([body], { objectMode: false });
  };
}
