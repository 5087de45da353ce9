import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { ownSegments, toOwnPath } from '@tendril/contract/api/path-segments';
import { AppError } from '@tendril/contract/app-error';
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
import { linePaths } from './refuse-visitors.ts';
import { requestLogger } from './request-logger.ts';

const megabyte = 1024 * 1024;
const headersMs = 10_000;
const requestMs = 30_000;

const refuseSchema = (): never => {
  throw new Error('Requests and responses are checked by their endpoint.');
};
/** Fastify's own compilers of JSON schemas, which no route has, would take more memory than Fastify itself. */
const withoutSchemas = { buildValidator: refuseSchema, buildSerializer: refuseSchema };

/** A bare Fastify with our limits: time-outs, body size, guarded JSON only, one error shape. */
export function createFastify(config: Config, log: Logger): FastifyInstance {
  const isNamed = hasOwnNames(config);
  const linePath = mediaPath(config);
  const fastify: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    // The lifecycle logs one line per request, when its connection ends.
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: requestLogger,
    schemaController: { compilersFactory: withoutSchemas },
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: megabyte,
    requestTimeout: requestMs,
    keepAliveTimeout: 72_000,
    // A path by the installation's own names is that of its endpoint from here on.
    rewriteUrl({ url = '/' }) {
      const own = (path: string) => (isNamed ? toOwnPath(path, config) : path);
      if (linePath === '' || !url.startsWith(`${linePath}/`)) return own(url);
      // Nothing but lines is reached by it: what a proxy keeps from others it knows by its own path alone.
      const line = own(url.slice(linePath.length));
      return linePaths.some((path) => line.startsWith(path)) ? line : own(url);
    },
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
  fastify.addHook('onRequest', refuseOldHttp);
  return fastify;
}

/** The path of MEDIA_URL, under which a proxy may lead to this process; '' where it has none. */
function mediaPath({ mediaUrl = '' }: Config): string {
  return (mediaUrl.startsWith('/') ? mediaUrl : (URL.parse(mediaUrl)?.pathname ?? '')).replace(/\/$/, '');
}

function hasOwnNames({ coreService, product }: Config): boolean {
  return coreService !== ownSegments.coreService || product !== ownSegments.product;
}

// Node takes a line without a version for HTTP/0.9, which has no headers: no host to check, and no refusal that could be read.
function refuseOldHttp({ raw }: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
  if (raw.httpVersionMajor < 1) done(new AppError('INVALID_INPUT', 'The request is not valid HTTP.'));
  else done();
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
