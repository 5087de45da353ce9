import { createHash } from 'node:crypto';

const secretHeaders = ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key', 'xi-api-key'];
/** Where a body names its model, at its beginning. */
const modelName = /"model"\s*:\s*"([^"\\]{1,100})"/;
const lookedThrough = 2000;

/**
 * What a vendor counts a request under: the key that it carries, and the model that it asks, or its path. As a hash:
 * nothing of the key leaves this function. Undefined for a request without a key.
 */
export function keyOfRequest(
  input: string | URL | Request,
  init: Pick<RequestInit, 'headers' | 'body'> = {},
): string | undefined {
  const secret = secretOf(init.headers ?? (input instanceof Request ? input.headers : undefined));
  const url = URL.parse(input instanceof Request ? input.url : String(input));
  if (!secret || !url) return undefined;
  const body = typeof init.body === 'string' ? init.body.slice(0, lookedThrough) : '';
  const place = modelName.exec(body)?.[1] ?? url.pathname;
  return createHash('sha256').update(`${url.origin}\n${secret}\n${place}`).digest('base64url').slice(0, 22);
}

function secretOf(headers: RequestInit['headers']): string | undefined {
  if (!headers) return undefined;
  if (headers instanceof Headers) {
    for (const name of secretHeaders) if (headers.has(name)) return headers.get(name) ?? undefined;
    return undefined;
  }
  const pairs = Array.isArray(headers) ? headers : Object.entries(headers);
  for (const [name, value] of pairs)
    if (name && typeof value === 'string' && secretHeaders.includes(name.toLowerCase())) return value;
  return undefined;
}
