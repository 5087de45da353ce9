import type { FastifyRequest } from 'fastify';
import type { SessionOrigin } from '../../../platform/http/session-families.ts';

/** The origin of a request as sessions store it. */
export function originOf(request: FastifyRequest): SessionOrigin {
  return { address: request.ip, agent: request.headers['user-agent'] };
}
