import type { FastifyReply, FastifyRequest } from 'fastify';

const mostBytes = 64 * 1024 * 1024;
const mostMs = 5000;

/**
 * Reads the rest of a body that was refused and throws it away. Closing instead would reset the connection under a
 * client that still writes, and it would never see the refusal. Bounded: past the limits the socket is cut.
 */
export function discardBody({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete || raw.readableEnded) return;
  reply.removeHeader('connection');
  let size = 0;
  const cut = () => raw.destroy();
  const timer = setTimeout(cut, mostMs).unref();
  raw.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > mostBytes) cut();
  });
  raw.once('close', () => clearTimeout(timer));
  raw.once('end', () => clearTimeout(timer));
  raw.resume();
}
