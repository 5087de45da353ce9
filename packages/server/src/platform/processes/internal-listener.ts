import Fastify, { type FastifyInstance } from 'fastify';
import type { BoundAddress } from './internal-address.ts';

/**
 * One of several processes that serve the same address listens on a port of its own for the requests of the others,
 * which mean this one and no other.
 */
export async function listenForPeers(fastify: FastifyInstance, host: string): Promise<BoundAddress> {
  const own = Fastify({ forceCloseConnections: true, keepAliveTimeout: fastify.server.keepAliveTimeout });
  // It decides nothing: requests are those of the one server, with all its checks.
  own.addHook('onRequest', (request, reply, done) => {
    if (!request.url.startsWith('/internal/')) return done();
    reply.hijack();
    fastify.routing(request.raw, reply.raw);
  });
  fastify.addHook('onClose', () => own.close());
  // Exclusive: else the port would be shared with the other processes too.
  await own.listen({ port: 0, host, exclusive: true });
  const [address] = own.addresses();
  if (typeof address !== 'object') throw new Error('The port for other processes is not open.');
  return address;
}
