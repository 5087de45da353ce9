import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import { AppError } from '@tendril/contract/app-error';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Lets routes set `perMinute`: how many requests of one address they accept in a minute; more are refused by 429. */
export async function addAddressLimit(fastify: FastifyInstance): Promise<void> {
  await fastify.register(rateLimit, {
    global: false,
    timeWindow: 60_000,
    errorResponseBuilder: () =>
      new AppError('TOO_MANY_REQUESTS', 'Too many attempts. Wait a moment and try again.'),
  });
}

/** The origin of a request as limits count it: one network of the size that is assigned to a single customer. */
export function addressOf(request: FastifyRequest): string {
  return normalizeIP(request.ip);
}
