import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

/** As the URL parser writes addresses, however they were given. */
const literalAddress = /^(\d+\.\d+\.\d+\.\d+|\[[\da-f:.]+\])$/;
/** Ends of names that nobody can register: they lead to machines of one's own network only. */
const localEnds = ['.localhost', '.local', '.lan', '.home', '.internal', '.home.arpa', '.intranet'];

/**
 * Whether the name under which a browser has addressed us is ours. A page of another site can point a name of its own at
 * this server and so pass for one of its pages; with an address or a name of a local network nobody can.
 */
export function isKnownHost(
  request: FastifyRequest,
  { publicUrl, allowedHosts, allowedOrigins }: Pick<Config, 'publicUrl' | 'allowedHosts' | 'allowedOrigins'>,
): boolean {
  // Which names lead here is for the proxy to say, and only a trusted one is heard.
  if ((request.ips?.length ?? 0) > 1 || request.host !== request.headers.host) return true;
  const name = URL.parse(`http://${request.host}`)?.hostname.replace(/\.$/, '');
  if (!name) return false;
  const isLocal = !name.includes('.') || localEnds.some((end) => name.endsWith(end));
  if (isLocal || literalAddress.test(name)) return true;
  const configured = [publicUrl, ...allowedOrigins].flatMap((url) => (url ? [new URL(url).hostname] : []));
  return [...configured, ...allowedHosts].some((host) => host === name || host === '*');
}
