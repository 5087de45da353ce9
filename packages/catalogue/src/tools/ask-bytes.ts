import type { RunContext } from '@tendril/contract/node/run-context';
import { fetchWithin } from '../model/fetch-within.ts';
import { toModelError } from '../model/vendor-error.ts';
import { refusalReason } from './refusal-reason.ts';

interface BytesRequest {
  /** In sentences. */
  service: string;
  url: string | URL;
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: FormData;
  /** A value that no sentence may repeat. */
  secret?: string;
}

const timeoutMs = 120_000;

/** The bytes of what a service answers. Throws the errors of `toModelError`, TOO_LARGE past the egress client's limit. */
export async function askBytes(
  { service, url, method = 'GET', headers, body, secret }: BytesRequest,
  { services, signal }: Pick<RunContext, 'services' | 'signal'>,
): Promise<Uint8Array> {
  try {
    const init = { method, headers: new Headers(headers), redirect: 'manual' as const, signal };
    const response = await fetchWithin(services.fetch, timeoutMs)(url, { ...init, ...(body && { body }) });
    if (response.ok) return new Uint8Array(await response.arrayBuffer());
    const reason = refusalReason(await response.text());
    throw Object.assign(new Error(reason), { statusCode: response.status });
  } catch (error) {
    throw toModelError(error, service, signal, secret);
  }
}
