import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/**
 * Compresses text answers of 1 KB and more, where the route does not say `compress: false`. Event streams bypass
 * it, because they take the reply over. Bodies that come in compressed are refused: a bomb would open on the way in.
 */
export async function addCompression(fastify: FastifyInstance): Promise<void> {
  await fastify.register(compress, {
    globalCompression: true,
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold: 1024,
  });
}
