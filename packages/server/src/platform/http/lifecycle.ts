import { AppError } from '@tendril/contract/app-error';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from './errors.ts';

/** Whether the server still accepts work, and how much is in progress. */
export interface Lifecycle {
  readonly isDraining: boolean;
  /** Requests in progress; open sockets are none. */
  readonly active: number;
  /** Adds what refuses new work; after CORS, so that pages of other sites can read it. */
  addRefusal(): void;
  /** States that it stops, and goes on: balancers turn to others first. */
  leave(): void;
  /** Refuses new work from now on; resolves when the last request has ended, or after `maxMs`. */
  drain(maxMs: number): Promise<void>;
  /** Refuses every request in progress; resolves when the responses have been sent, or after `maxMs`. */
  cutOff(refusal: AppError, maxMs: number): Promise<void>;
}

type RequestListener = (request: FastifyRequest, status: number, ms: number) => void;

/**
 * Counts requests in progress; while draining, only /health is served and everything else gets 503. `onEnd` hears of
 * each request whose connection or response has ended; `still` are further addresses that are served meanwhile.
 */
export function addLifecycle(
  fastify: FastifyInstance,
  onEnd: RequestListener = () => {},
  still: readonly string[] = [],
): Lifecycle {
  const active = new Map<FastifyRequest, FastifyReply>();
  let isLeaving = false;
  let isDraining = false;
  let onIdle: (() => void) | undefined;
  const served = ['/health/', '/internal/', ...still];
  const isRefused = ({ url }: FastifyRequest) => isDraining && !served.some((path) => url.startsWith(path));

  fastify.addHook('onRequest', (request, reply, done) => {
    if (isRefused(request)) return done();
    if (isLeaving) reply.header('connection', 'close');
    if (request.headers.upgrade === undefined) active.set(request, reply);
    const startedAt = performance.now();
    reply.raw.once('close', () => {
      if (active.delete(request) && active.size === 0) onIdle?.();
      const path = loggedPath(request);
      const ms = Math.round((performance.now() - startedAt) * 10) / 10;
      const level = request.url.startsWith('/api/') ? 'info' : 'debug';
      const { statusCode: status } = reply.raw;
      onEnd(request, status, ms);
      // In the log of the server: one for this line alone would cost more than the line.
      fastify.log[level]({ reqId: request.id, method: request.method, path, status, ms }, 'request');
    });
    done();
  });

  function untilIdle(maxMs: number): Promise<void> {
    if (active.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, maxMs);
      onIdle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  return {
    addRefusal() {
      fastify.addHook('onRequest', (request, reply, done) => {
        if (!isRefused(request)) return done();
        reply.header('connection', 'close').header('retry-after', '5');
        done(new AppError('SERVER_DRAINING', 'The server is stopping. Try again in a moment.'));
      });
    },
    get active() {
      return active.size;
    },
    get isDraining() {
      return isLeaving || isDraining;
    },
    leave() {
      isLeaving = true;
    },
    drain(maxMs) {
      isDraining = true;
      return untilIdle(maxMs);
    },
    cutOff(refusal, maxMs) {
      for (const [request, reply] of active) {
        if (reply.sent || reply.raw.headersSent) continue;
        reply.header('connection', 'close').header('retry-after', '5');
        sendError(refusal, request, reply);
      }
      return untilIdle(maxMs);
    },
  };
}

// An address that holds a token or a key is logged without it.
function loggedPath({ url, routeOptions }: FastifyRequest): string | undefined {
  const path = routeOptions.config.endpoint?.auth === 'token' ? routeOptions.url : url.split('?', 1)[0];
  return path?.slice(0, 500);
}
