import type { RunContext } from '@tendril/contract/node/run-context';
import { readLimited } from '../text/read-limited.ts';
import { toModelError } from './vendor-error.ts';

interface PostRequest {
  url: string;
  headers: Record<string, string>;
  body: unknown;
  /** Vendor in one word, for its errors. */
  provider: string;
}

const mostBytes = 10_000_000;

/** Sends JSON to a vendor and reads the JSON of its answer. Throws the errors of `toModelError`. */
export async function postJson(
  { url, headers, body, provider }: PostRequest,
  { services, signal }: Pick<RunContext, 'services' | 'signal'>,
): Promise<unknown> {
  try {
    const response = await services.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal,
    });
    const { text } = await readLimited(response, mostBytes);
    if (response.ok) return JSON.parse(text) as unknown;
    const responseHeaders = Object.fromEntries(response.headers);
    throw Object.assign(new Error(text), { statusCode: response.status, responseHeaders });
  } catch (failure) {
    throw toModelError(failure, provider, signal);
  }
}
