import { AppError } from '@tendril/contract/app-error';
import type { CredentialTestTools } from '@tendril/contract/node/define-credential';

interface VendorQuestion {
  url: string;
  headers: Record<string, string>;
  method?: 'GET' | 'POST';
  /** Sent by POST: text as it is, anything else as JSON. */
  body?: unknown;
}

/**
 * Sends a request with a key to a vendor, following no redirect: a key is sent to its own vendor only. Throws
 * PROVIDER_UNAUTHORIZED when the key is refused, PROVIDER_RATE_LIMITED, PROVIDER_UNAVAILABLE or PROVIDER_REFUSED
 * otherwise; no message repeats what the vendor said, for some repeat the key.
 */
export async function askVendor(
  { url, headers, body, method = body === undefined ? 'GET' : 'POST' }: VendorQuestion,
  { fetch, signal }: CredentialTestTools,
): Promise<Response> {
  const isJson = body !== undefined && typeof body !== 'string';
  const init = {
    method,
    headers: toHeaders({ ...headers, ...(isJson && { 'content-type': 'application/json' }) }),
    redirect: 'manual' as const,
    signal,
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
  };
  const response = await fetch(url, init);
  if (response.ok) return response;
  const refusal = refusalOf(response.status);
  // The caller may inspect the response.
  throw Object.assign(refusal, { answer: await response.text().catch(() => '') });
}

/** The response text behind an error of `askVendor`. */
export function refusedAnswer(error: unknown): string {
  return error instanceof AppError && 'answer' in error ? String(error.answer) : '';
}

/** The response as JSON. Throws PROVIDER_REFUSED for anything else: the address is that of a web page. */
export async function readObject(response: Response): Promise<Record<string, unknown>> {
  const body: unknown = await response.json().catch(() => undefined);
  if (typeof body === 'object' && body !== null) return body as Record<string, unknown>;
  throw new AppError('PROVIDER_REFUSED', 'The response could not be read. Check the URL.');
}

/** "38 models", from a list of models under `name`. */
export function countOf(body: Readonly<Record<string, unknown>>, name: string): string {
  const list = body[name];
  if (!Array.isArray(list)) throw new AppError('PROVIDER_REFUSED', 'The response could not be read.');
  return `${list.length} ${list.length === 1 ? 'model' : 'models'}`;
}

/** The headers in the form of the egress client; a key that no header can hold is invalid. */
function toHeaders(headers: Record<string, string>): Headers {
  try {
    return new Headers(headers);
  } catch {
    throw keyRefused('It holds characters that no key has.');
  }
}

/** The vendor does not accept the key. */
export function keyRefused(why: string): AppError {
  return new AppError('PROVIDER_UNAUTHORIZED', `The key was rejected. ${why}`);
}

function refusalOf(status: number): AppError {
  if (status === 401 || status === 403) return keyRefused(`The provider returned status ${status}.`);
  if (status === 429) return new AppError('PROVIDER_RATE_LIMITED', 'The provider is rate-limiting this key.');
  if (status >= 500)
    return new AppError(
      'PROVIDER_UNAVAILABLE',
      `The provider is not available right now (status ${status}).`,
    );
  return new AppError('PROVIDER_REFUSED', `The provider returned status ${status}. Check the URL.`);
}
