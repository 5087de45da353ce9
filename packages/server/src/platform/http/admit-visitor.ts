import type { EndpointDefinition } from '@tendril/contract/api/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { UsageCounters } from '../limits/usage-counters.ts';
import { addressOf } from './address-limit.ts';
import { limitBody } from './json-body.ts';
import { createRateLimit } from './rate-limit.ts';

const mostPerMinute = 600;

/**
 * Lets somebody who is not known send a body to a route that learns only from it which flow is meant: so many a minute
 * from one address, and none longer than the route has use for. Decided before a byte of it is read.
 */
export function createVisitorAdmission(counters: UsageCounters) {
  const bodies = createRateLimit({
    counters,
    name: 'visitor-bodies',
    limit: mostPerMinute,
    windowMs: 60_000,
  });

  return async (
    { auth, body, strangersBytes }: EndpointDefinition,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> => {
    if (auth !== 'flow' || !body || request.caller.kind !== 'anonymous') return;
    await bodies.use(addressOf(request), reply);
    limitBody(request, strangersBytes);
  };
}
