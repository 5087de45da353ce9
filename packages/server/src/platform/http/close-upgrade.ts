import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Closes the connection after the answer to a request that wanted another protocol: nobody reads HTTP from its socket any
 * more, so a next request on it would wait for ever. Must not be called for one that gets its protocol.
 */
export function closeUpgrade(request: FastifyRequest, reply: FastifyReply): void {
  if (request.raw.headers.upgrade === undefined) return;
  reply.header('connection', 'close');
  const { socket } = request.raw;
  reply.raw.once('finish', () => socket.destroySoon());
}
