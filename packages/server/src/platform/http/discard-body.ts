import type { FastifyReply, FastifyRequest } from 'fastify';

const mostBytes = 64 * 1024 * 1024;
const mostMs = 5000;

/**
 * Reads and discards the rest of a refused body. Closing instead would reset the connection under a client that is
 * still writing, and it would never see the refusal. Bounded: past the limits the socket is closed.
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
