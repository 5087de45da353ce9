import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import { fetchWithin } from '../model/fetch-within.ts';
import { toModelError } from '../model/vendor-error.ts';
import { readLimited } from '../text/read-limited.ts';
import { refusalReason } from './refusal-reason.ts';

const defaultTimeoutMs = 30_000;
const megabyte = 1024 * 1024;
const defaultMegabytes = 2;

export interface ServiceRequest {
  /** The vendor's name in sentences. */
  service: string;
  url: string | URL;
  method?: string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as a form. */
  form?: URLSearchParams | undefined;
  /** Sent as it is. */
  content?: { type: string; text: string } | undefined;
  /** Values that no sentence may repeat. */
  secrets?: readonly string[];
  timeoutMs?: number;
  /** The largest answer; 2 when absent. */
  maxMegabytes?: number;
  /** "Not found" is an empty answer, no error. */
  mayBeMissing?: boolean | undefined;
}

function initOf({ method, headers, body, form, content }: ServiceRequest): RequestInit {
  const isJson = body !== undefined;
  const type = isJson ? 'application/json' : content?.type;
  const kind = type === undefined ? undefined : { 'content-type': type };
  return {
    method: method ?? (isJson || form || content ? 'POST' : 'GET'),
    headers: new Headers({ accept: 'application/json', ...kind, ...headers }),
    // A key is sent to its own vendor only.
    redirect: 'manual',
    ...(isJson && { body: JSON.stringify(body) }),
    ...(form && { body: form }),
    ...(content && { body: content.text }),
  };
}

/** An error of the vendor with its reason, but without what must stay secret. */
function withoutSecrets(error: AppError, secrets: readonly string[]): AppError {
  const message = secrets.reduce(
    (text, secret) => (secret === '' ? text : text.replaceAll(secret, '…')),
    error.message,
  );
  return message === error.message ? error : new AppError(error.code, message);
}

/**
 * Asks a vendor for a tool and returns its answer's text. Throws RUN_CANCELLED, PROVIDER_UNAUTHORIZED,
 * PROVIDER_RATE_LIMITED, PROVIDER_UNAVAILABLE or PROVIDER_REFUSED, in words without a secret.
 */
export async function askService(
  request: ServiceRequest,
  { services, signal }: Pick<RunContext, 'services' | 'signal'>,
): Promise<string> {
  const { service, url, secrets = [], maxMegabytes = defaultMegabytes } = request;
  try {
    const fetch = fetchWithin(services.fetch, request.timeoutMs ?? defaultTimeoutMs);
    const response = await fetch(url, { ...initOf(request), signal });
    const { text, isCut } = await readLimited(response, maxMegabytes * megabyte);
    if (request.mayBeMissing && response.status === 404) return '';
    if (response.ok && !isCut) return text;
    if (response.ok) throw new AppError('TOO_LARGE', `${service} returned more than ${maxMegabytes} MB.`);
    throw Object.assign(new Error(refusalReason(text)), {
      statusCode: response.status,
      responseHeaders: Object.fromEntries(response.headers),
    });
  } catch (error) {
    throw withoutSecrets(toModelError(error, service, signal), secrets);
  }
}

/** The same for an answer in JSON; undefined for an empty one. */
export async function askServiceJson(
  request: ServiceRequest,
  context: Pick<RunContext, 'services' | 'signal'>,
): Promise<unknown> {
  const text = await askService(request, context);
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw toModelError(error, request.service, context.signal);
  }
}
