import type { EndpointDefinition } from '@tendril/contract/api/endpoint';
import type { FastifyReply } from 'fastify';
import { readRequest } from '../db/readers/read-request.ts';
import { dropSignal } from './drop-signal.ts';

/** Runs the handler of a route that only reads so that its heavy reads end when the client has gone. */
export function withReadRequest<T>(endpoint: EndpointDefinition, reply: FastifyReply, work: () => T): T {
  if (endpoint.method !== 'GET' && !endpoint.isRead) return work();
  let signal: AbortSignal | undefined;
  const request = {
    // Most requests make no heavy read: it costs nothing until one asks.
    get signal() {
      signal ??= dropSignal(reply);
      return signal;
    },
  };
  return readRequest.run(request, work);
}
