import { withoutTransportHeaders } from './transport-headers.ts';

const redirects = new Set([301, 302, 303, 307, 308]);
/** Headers that may follow to another host: none that could be a secret. */
const harmlessHeaders = new Set([
  'accept',
  'accept-language',
  'content-type',
  'user-agent',
  'accept-encoding',
]);
const bodyHeaders = new Set(['content-type', 'content-length', 'content-encoding']);

/** One request, ready to be sent. */
export interface Hop {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array | null;
}

/** The target of a redirect; undefined when the response is none. */
export function redirectTarget(status: number, location: string | undefined, from: URL): URL | undefined {
  if (!redirects.has(status) || location === undefined) return undefined;
  return URL.parse(location, from.href) ?? undefined;
}

/**
 * The request that follows a redirect as browsers make it: 303, and 301 or 302 after POST, become GET. To another
 * origin only harmless headers are sent, and never a body: undefined then.
 */
export function nextHop(hop: Hop, status: number, url: URL): Hop | undefined {
  const isSameOrigin = url.origin === hop.url.origin;
  const becomesGet = (status === 303 && hop.method !== 'HEAD') || (status < 303 && hop.method === 'POST');
  const body = becomesGet ? null : hop.body;
  if (!isSameOrigin && body !== null) return undefined;
  const kept = Object.entries(hop.headers).filter(
    ([name]) => (isSameOrigin || harmlessHeaders.has(name)) && (body !== null || !bodyHeaders.has(name)),
  );
  return { url, method: becomesGet ? 'GET' : hop.method, headers: Object.fromEntries(kept), body };
}

/** Reads the arguments of `fetch`; bodies other than text and bytes are encoded whole. */
export async function firstHop(
  input: string | URL | Request,
  init: RequestInit = {},
): Promise<Hop | undefined> {
  const url = URL.parse(isRequest(input) ? input.url : String(input));
  if (!url) return undefined;
  const body = init.body ?? null;
  if (!isRequest(input) && (body === null || typeof body === 'string' || body instanceof Uint8Array)) {
    const headers = readHeaders(init.headers);
    if (typeof body === 'string') headers['content-type'] ??= 'text/plain;charset=UTF-8';
    return { url, method: init.method?.toUpperCase() ?? 'GET', headers, body };
  }
  const request = new Request(input, { ...init, ...(body !== null && { duplex: 'half' as const }) });
  const bytes = request.body === null ? null : new Uint8Array(await request.arrayBuffer());
  return { url, method: request.method, headers: readHeaders(request.headers), body: bytes };
}

function readHeaders(given: RequestInit['headers']): Record<string, string> {
  if (!given) return {};
  const entries = isPlain(given) ? Object.entries(given) : [...new Headers(given)];
  return withoutTransportHeaders(entries);
}

// The global classes are not loaded to find out that something is none of them: that is a second HTTP client, of 3 MB.
function isPlain(given: NonNullable<RequestInit['headers']>): given is Record<string, string> {
  if (Object.getPrototypeOf(given) === Object.prototype) return true;
  return !(given instanceof Headers) && !Array.isArray(given);
}

/** Whether the first argument of `fetch` is a whole request. */
export function isRequest(input: string | URL | Request): input is Request {
  return typeof input !== 'string' && !(input instanceof URL) && input instanceof Request;
}
