import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const passedOn = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
];

type Asked = Pick<FastifyRequest, 'headers'> & {
  readonly raw: { readonly socket: { readonly remoteAddress?: string } };
};

/**
 * Whether a request may read the metrics: it sends the token, or comes from this machine itself. What a proxy says of
 * others counts for nothing, and what a proxy on this machine passes on does not come from this machine.
 */
export function mayReadMetrics({ headers, raw }: Asked, token: string | undefined): boolean {
  const given = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (token !== undefined && given !== undefined) return isEqual(given, token);
  if (passedOn.some((name) => headers[name] !== undefined)) return false;
  return loopback.has(raw.socket.remoteAddress ?? '');
}

// Of digests, so that neither content nor length shows in the time it takes.
function isEqual(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
