import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { toOwnPath } from '@tendril/contract/api/path-segments';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RouteOptions,
} from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Caller } from './caller.ts';
import './app.ts';
import { sendError } from './errors.ts';
import { readJsonBody } from './json-body.ts';

const megabyte = 1024 * 1024;
const headersMs = 10_000;
const requestMs = 30_000;

/** A bare Fastify with our limits: time-outs, body size, guarded JSON only, one error shape. */
export function createFastify(config: Config, log: Logger): FastifyInstance {
  const fastify: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    // The lifecycle logs one line per request, when its connection ends.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: megabyte,
    requestTimeout: requestMs,
    keepAliveTimeout: 72_000,
    // A path by the installation's own names is that of its endpoint from here on.
    rewriteUrl: ({ url = '/' }) => toOwnPath(url, config),
    // Flowise's clients write some paths with a trailing slash.
    routerOptions: { maxParamLength: 1024, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    exposeHeadRoutes: true,
    // By default, Node checks for slow clients only every 30 s.
    http: { headersTimeout: headersMs, connectionsCheckingInterval: 5000 },
    clientErrorHandler: refuseConnection,
    frameworkErrors: (error, request, reply) =>
      sendError(error, request as unknown as FastifyRequest, reply as unknown as FastifyReply),
  });
  fastify.server.maxConnections = config.maxConnections;
  fastify.decorateRequest<Caller | null>('caller', null);
  fastify.decorateRequest('bodyAllowance');
  fastify.setErrorHandler(sendError);
  parseJsonOnly(fastify);
  fastify.addHook('onRoute', requireEndpoint);
  return fastify;
}

// A route needs an explicit `auth`: one that bypasses `serve` aborts the start.
function requireEndpoint({ config, method, url }: RouteOptions): void {
  const isPreflight = method === 'OPTIONS' && url === '*';
  if (!config?.endpoint && !config?.isPage && !isPreflight)
    throw new Error(`The route ${url} is not mounted by serve.`);
}

function parseJsonOnly(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', readJsonBody);
}

// Unparsable HTTP has no request to respond to; the same shape is written to the socket directly.
function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const isLong = error.code === 'HPE_HEADER_OVERFLOW';
  const status = isLate
    ? '408 Request Timeout'
    : isLong
      ? '431 Request Header Fields Too Large'
      : '400 Bad Request';
  const body = JSON.stringify({
    code: 'INVALID_INPUT',
    message: 'The request is not valid HTTP, or came too slowly.',
  });
  if (!socket.writable) return void socket.destroy();
  socket.end(
    `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
}
