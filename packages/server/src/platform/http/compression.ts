import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/**
 * Compresses text responses of 1 KB and more, unless the route says `compress: false`. Event streams bypass it, because
 * they take over the reply. Compressed request bodies are refused, because they could be decompression bombs.
 */
export async function addCompression(fastify: FastifyInstance): Promise<void> {
  await fastify.register(compress, {
    globalCompression: true,
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold: 1024,
  });
}
