import { publicPrefix } from '@tendril/contract/api/prefixes';
import { retellPrefix } from '@tendril/contract/api/retell-pages';
import { AppError, type ErrorCode } from '@tendril/contract/app-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { closeUpgrade } from './close-upgrade.ts';
import { limitRefusal } from './cors.ts';
import { discardBody } from './discard-body.ts';
import { openAiError } from './open-ai-error.ts';

const frameworkCodes: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['TOO_LARGE', 'The body is larger than this route accepts.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['INVALID_INPUT', 'The body does not have the announced length.'],
  FST_ERR_BAD_URL: ['INVALID_INPUT', 'The address is not valid.'],
  FST_ERR_ASYNC_CONSTRAINT: ['INVALID_INPUT', 'The request is not valid.'],
  FST_REQ_FILE_TOO_LARGE: ['TOO_LARGE', 'A file is larger than this server allows.'],
  FST_FILES_LIMIT: ['TOO_LARGE', 'The form holds more files than this route takes.'],
  FST_PARTS_LIMIT: ['TOO_LARGE', 'The form has more parts than this route takes.'],
  FST_FIELDS_LIMIT: ['TOO_LARGE', 'The form has more fields than this route takes.'],
  FST_PROTO_VIOLATION: ['INVALID_INPUT', 'The form has a field whose name is not allowed.'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ['UNSUPPORTED_MEDIA_TYPE', 'Send the body as multipart/form-data.'],
  FST_STATIC_FORBIDDEN_PATH: ['NOT_FOUND', 'Page not found.'],
};

const sqliteFull = 13;
// A row whose parent another request deletes between the look at it and the insert.
const sqliteForeignKey = 787;
const postgresForeignKey = '23503';
// A row that another request stores between the look for it and the insert: a primary key, or a unique one.
const sqliteTaken = [1555, 2067];
const postgresTaken = '23505';

/** The only error handler of HTTP: turns whatever was thrown into the one error shape. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = toAppError(error);
  if (refusal.status >= 500 && refusal.code !== 'SERVER_DRAINING')
    request.log.error({ err: error }, 'request failed');
  if (refusal.retryAfterMs !== undefined)
    reply.header('retry-after', String(Math.max(1, Math.ceil(refusal.retryAfterMs / 1000))));
  if (refusal.code === 'UNAVAILABLE') reply.header('retry-after', '5');
  if (refusal.status === 429 && !reply.hasHeader('retry-after')) reply.header('retry-after', '60');
  if (refusal.status < 500) discardBody(request, reply);
  if (refusal.code === 'ORIGIN_NOT_ALLOWED') limitRefusal(request, reply);
  closeUpgrade(request, reply);
  reply.code(statusOf(refusal, request));
  if (wantsWords(refusal, request)) reply.type('text/plain; charset=utf-8').send(refusal.message);
  else reply.send(errorBody(refusal, request));
}

// Clients of Retell expect 422 for a record that does not exist.
function statusOf({ code, status }: AppError, request: FastifyRequest): number {
  return code === 'NOT_FOUND' && isRetell(request) && isServed(request) ? 422 : status;
}

// A GET of an unknown path falls through to the route that serves the app's page.
const isServed = ({ is404, routeOptions }: FastifyRequest) => !is404 && !routeOptions.config.isPage;

const isRetell = ({ url }: FastifyRequest) => url.startsWith(`${retellPrefix}/`);

// An embedded chat that requested a stream shows the body of these three as it is.
function wantsWords({ status }: AppError, request: FastifyRequest): boolean {
  const isShown = status === 401 || status === 403 || status === 429;
  return (
    isShown && request.url.startsWith(`${publicPrefix}/`) && request.headers.accept === 'text/event-stream'
  );
}

/** The body of an error; the clients of `/api/v1` also read `statusCode` and `success`, Retell's read `status`. */
function errorBody(refusal: AppError, request: FastifyRequest): Record<string, unknown> {
  if (request.url.startsWith('/v1/')) return openAiError(refusal);
  const body = { ...refusal.toBody(), requestId: request.id };
  if (isRetell(request)) return { status: 'error', ...body };
  return request.url.startsWith(`${publicPrefix}/`)
    ? { statusCode: refusal.status, success: false, ...body }
    : body;
}

/** The error for any thrown value; unknown ones become INTERNAL without details. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code, errcode, statusCode } = (error ?? {}) as {
    code?: unknown;
    errcode?: unknown;
    statusCode?: unknown;
  };
  if (error instanceof DOMException && error.name === 'AbortError')
    return new AppError('RUN_CANCELLED', 'The request was cancelled.', { cause: error });
  const known = typeof code === 'string' ? frameworkCodes[code] : undefined;
  if (known) return new AppError(...known);
  if (code === 'ENOSPC' || errcode === sqliteFull) {
    return new AppError('STORAGE_FULL', 'There is not enough disk space to store this.', { cause: error });
  }
  if (code === postgresForeignKey || errcode === sqliteForeignKey) {
    const message = 'What this belongs to was deleted in the meantime.';
    return new AppError('CONFLICT', message, { cause: error });
  }
  if (code === postgresTaken || (typeof errcode === 'number' && sqliteTaken.includes(errcode))) {
    const message = 'Another request has just stored the same. Load the page again.';
    return new AppError('CONFLICT', message, { cause: error });
  }
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return new AppError('INVALID_INPUT', 'The request is not valid.', { cause: error });
  }
  return new AppError('INTERNAL', 'Something went wrong on the server.', { cause: error });
}
