import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

/** Addresses in the URL parser's spelling. */
const literalAddress = /^(\d+\.\d+\.\d+\.\d+|\[[\da-f:.]+\])$/;
/** Suffixes that nobody can register: they resolve inside local networks only. */
const localEnds = ['.localhost', '.local', '.lan', '.home', '.internal', '.home.arpa', '.intranet'];

/**
 * Whether the host name of a request is ours. A page of another site can point a name of its own at this server (DNS
 * rebinding) and so pass for one of its pages; with an address or a local name that is impossible.
 */
export function isKnownHost(
  request: FastifyRequest,
  { publicUrl, allowedHosts, allowedOrigins }: Pick<Config, 'publicUrl' | 'allowedHosts' | 'allowedOrigins'>,
): boolean {
  // The proxy decides which names lead here, if it is trusted.
  if ((request.ips?.length ?? 0) > 1 || request.host !== request.headers.host) return true;
  const name = URL.parse(`http://${request.host}`)?.hostname.replace(/\.$/, '');
  if (!name) return false;
  const isLocal = !name.includes('.') || localEnds.some((end) => name.endsWith(end));
  if (isLocal || literalAddress.test(name)) return true;
  const configured = [publicUrl, ...allowedOrigins].flatMap((url) => (url ? [new URL(url).hostname] : []));
  return [...configured, ...allowedHosts].some((host) => host === name || host === '*');
}
