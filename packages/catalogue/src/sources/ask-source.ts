import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { ZodType } from 'zod';
import { fetchWithin } from '../model/fetch-within.ts';
import { toModelError } from '../model/vendor-error.ts';
import { refusalReason } from '../tools/refusal-reason.ts';

const timeoutMs = 120_000;
const megabyte = 1024 * 1024;
const defaultMegabytes = 50;

export type SourceContext = Pick<RunContext, 'services' | 'signal'>;

interface SourceRequest {
  /** In sentences. */
  service: string;
  url: string | URL;
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string | undefined;
  /** A value that no sentence may repeat. */
  secret?: string;
  maxMegabytes?: number;
  /** Answers beside the good ones that are returned. */
  accepts?: readonly number[];
  /** Goes on where it is sent to; only without a key. */
  follows?: boolean;
}

interface SourceAnswer {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
  /** After what it was sent on to. */
  url: string;
}

async function readWithin(response: Response, most: number): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += (part as Uint8Array).length;
    // Leaving the loop cancels the body, which closes the connection.
    if (size > most) return undefined;
    parts.push(part as Uint8Array);
  }
  return Buffer.concat(parts);
}

/** Asks a source. Throws NOT_FOUND for what is gone, TOO_LARGE, and the errors of `toModelError`, without the secret. */
export async function askSource(
  request: SourceRequest,
  { services, signal }: SourceContext,
): Promise<SourceAnswer> {
  const { service, url, method = 'GET', headers, body, secret, accepts = [] } = request;
  const mostMegabytes = request.maxMegabytes ?? defaultMegabytes;
  try {
    const redirect = request.follows ? ('follow' as const) : ('manual' as const);
    const init = {
      method,
      headers: new Headers(headers),
      redirect,
      signal,
      ...(body !== undefined && { body }),
    };
    const response = await fetchWithin(services.fetch, timeoutMs)(url, init);
    const bytes = await readWithin(response, mostMegabytes * megabyte);
    if (!bytes) throw new AppError('TOO_LARGE', `${service} returned more than ${mostMegabytes} MB.`);
    const { status } = response;
    if (response.ok || accepts.includes(status))
      return { status, headers: response.headers, bytes, url: response.url || String(url) };
    if (status === 404 || status === 410)
      throw new AppError('NOT_FOUND', `${service}: there is nothing at ${new URL(url).pathname} any more.`);
    const reason = refusalReason(new TextDecoder().decode(bytes.subarray(0, 10_000)));
    throw Object.assign(new Error(reason), {
      statusCode: status,
      responseHeaders: Object.fromEntries(response.headers),
    });
  } catch (error) {
    throw toModelError(error, service, signal, secret);
  }
}

/** The same for JSON of a shape. */
export async function askSourceJson<T>(
  request: SourceRequest & { shape: ZodType<T> },
  context: SourceContext,
): Promise<{ answer: T; headers: Headers; status: number }> {
  const { shape, ...asked } = request;
  const given = { accept: 'application/json', ...asked.headers };
  const { bytes, headers, status } = await askSource({ ...asked, headers: given }, context);
  try {
    return { answer: shape.parse(JSON.parse(new TextDecoder().decode(bytes))), headers, status };
  } catch (error) {
    throw toModelError(error, request.service, context.signal);
  }
}
