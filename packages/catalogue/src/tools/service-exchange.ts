import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import { fetchWithin } from '../model/fetch-within.ts';
import { toModelError } from '../model/vendor-error.ts';
import { readLimited } from '../text/read-limited.ts';
import { refusalReason } from './refusal-reason.ts';

const defaultTimeoutMs = 30_000;
const megabyte = 1024 * 1024;
const defaultMegabytes = 2;

/** What holds for every request to a service. */
export interface ServiceTerms {
  /** The vendor's name in sentences. */
  service: string;
  /** Values that no sentence may repeat. */
  secrets?: readonly string[];
  timeoutMs?: number;
  /** The largest answer; 2 when absent. */
  maxMegabytes?: number;
  /** "Not found" is an answer, no error. */
  mayBeMissing?: boolean | undefined;
}

interface ServiceAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** An error of the vendor with its reason, but without what must stay secret. */
export function withoutSecrets(error: AppError, secrets: readonly string[] = []): AppError {
  const message = secrets.reduce(
    (text, secret) => (secret === '' ? text : text.replaceAll(secret, '…')),
    error.message,
  );
  return message === error.message ? error : new AppError(error.code, message);
}

/**
 * One request to a service and its answer. Throws RUN_CANCELLED, PROVIDER_UNAUTHORIZED, PROVIDER_RATE_LIMITED,
 * PROVIDER_UNAVAILABLE, PROVIDER_REFUSED or TOO_LARGE, in words without a secret.
 */
export async function serviceExchange(
  input: string | URL | Request,
  init: RequestInit,
  { service, secrets, timeoutMs = defaultTimeoutMs, maxMegabytes = defaultMegabytes, ...terms }: ServiceTerms,
  { services, signal }: Pick<RunContext, 'services' | 'signal'>,
): Promise<ServiceAnswer> {
  try {
    const fetch = fetchWithin(services.fetch, timeoutMs);
    // A key is sent to its own vendor only.
    const response = await fetch(input, { ...init, redirect: 'manual', signal });
    const { status, headers, ok } = response;
    const { text, isCut } = await readLimited(response, maxMegabytes * megabyte);
    if (terms.mayBeMissing && status === 404) return { status, headers, text };
    if (ok && !isCut) return { status, headers, text };
    if (ok) throw new AppError('TOO_LARGE', `${service} returned more than ${maxMegabytes} MB.`);
    throw Object.assign(new Error(refusalReason(text)), {
      statusCode: status,
      responseHeaders: Object.fromEntries(headers),
    });
  } catch (error) {
    throw withoutSecrets(toModelError(error, service, signal), secrets);
  }
}
