import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Closes the connection after the response to a refused upgrade request: nobody reads HTTP from its socket any more, so
 * a next request on it would wait for ever. Must not be called for one that is upgraded.
 */
export function closeUpgrade(request: FastifyRequest, reply: FastifyReply): void {
  if (request.raw.headers.upgrade === undefined) return;
  reply.header('connection', 'close');
  const { socket } = request.raw;
  reply.raw.once('finish', () => socket.destroySoon());
}
