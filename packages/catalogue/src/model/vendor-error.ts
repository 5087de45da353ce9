import { AppError } from '@tendril/contract/app-error';
import { definite } from './definite.ts';
import { vendorLabels } from './vendor-labels.data.ts';

interface VendorFailure {
  message: string;
  name?: string;
  statusCode?: number;
  responseHeaders?: Record<string, string>;
  cause?: unknown;
}

function readFailure(error: unknown): VendorFailure {
  if (typeof error === 'string') return { message: error };
  const isFailure =
    typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string';
  return isFailure ? (error as VendorFailure) : { message: 'unknown error' };
}

function asFailure(error: unknown, secret: string | undefined): VendorFailure {
  const failure = readFailure(error);
  if (!secret || !failure.message.includes(secret)) return failure;
  const { name, statusCode, responseHeaders, cause } = failure;
  const message = failure.message.replaceAll(secret, '…');
  return { message, ...definite({ name, statusCode, responseHeaders }), cause };
}

function innerAppError(error: unknown): AppError | undefined {
  let current = error;
  for (let depth = 0; depth < 4 && current instanceof Error; depth += 1) {
    if (current instanceof AppError) return current;
    current = current.cause;
  }
  return undefined;
}

/** Some vendors repeat the key, or a part of it, in their errors. */
function withoutKeys(message: string): string {
  const clean = message.replace(/\b(?:sk|pk|rk|key|Bearer|AIza)[-_ ]?[\w*.-]{8,}/g, '…').trim();
  return clean.length > 500 ? `${clean.slice(0, 500)}…` : clean;
}

function rateLimited(vendor: string, failure: VendorFailure): AppError {
  const seconds = Number(failure.responseHeaders?.['retry-after']);
  const isKnown = Number.isFinite(seconds) && seconds > 0;
  const wait = isKnown ? `Try again in ${Math.ceil(seconds)} s.` : 'Try again soon.';
  return new AppError('PROVIDER_RATE_LIMITED', `${vendor} is rate-limiting this key. ${wait}`, {
    ...(isKnown && { retryAfterMs: seconds * 1000 }),
  });
}

function byStatus(vendor: string, status: number, failure: VendorFailure): AppError {
  if (status === 401 || status === 403) {
    return new AppError(
      'PROVIDER_UNAUTHORIZED',
      `${vendor} rejected the key. Check the secret selected in this node.`,
    );
  }
  if (status === 429) return rateLimited(vendor, failure);
  if (status >= 500 || status === 408) {
    return new AppError('PROVIDER_UNAVAILABLE', `${vendor} is not available right now (status ${status}).`);
  }
  if (status < 400) {
    return new AppError('PROVIDER_UNAVAILABLE', `${vendor} returned a response that could not be read.`);
  }
  const reason = withoutKeys(failure.message) || `status ${status}`;
  return new AppError('PROVIDER_REFUSED', `${vendor} rejected the request: ${reason}`);
}

/** Failures of the connection to the vendor: sockets, names, certificates. */
function isConnectionFailure(failure: VendorFailure): boolean {
  const text = `${failure.name} ${failure.message} ${failure.cause instanceof Error ? failure.cause.message : ''}`;
  return /fetch failed|cannot connect|terminated|ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|socket|other side closed|certificate/i.test(
    text,
  );
}

/**
 * Converts a failed call to a vendor into an error in words: RUN_CANCELLED when `signal` fired, PROVIDER_UNAUTHORIZED
 * (401, 403), PROVIDER_RATE_LIMITED (429), PROVIDER_UNAVAILABLE (5xx, no connection), else PROVIDER_REFUSED. `provider`
 * is the word of `ChatModel.provider`; `secret` is taken out of the vendor's words.
 */
export function toModelError(
  error: unknown,
  provider: string,
  signal?: AbortSignal,
  secret?: string,
): AppError {
  if (signal?.aborted) return new AppError('RUN_CANCELLED', 'The run was stopped.');
  const known = innerAppError(error);
  if (known) return known;

  const vendor = vendorLabels[provider] ?? provider;
  const failure = asFailure(error, secret);
  if (failure.name === 'TimeoutError') {
    return new AppError('PROVIDER_UNAVAILABLE', `${vendor} took too long to answer.`);
  }
  if (typeof failure.statusCode === 'number') return byStatus(vendor, failure.statusCode, failure);
  if (isConnectionFailure(failure))
    return new AppError('PROVIDER_UNAVAILABLE', `${vendor} could not be reached.`);
  if (
    failure.name &&
    /SyntaxError|ZodError|JSONParse|TypeValidation|InvalidResponse|EmptyResponse|NoContent/.test(failure.name)
  ) {
    return new AppError('PROVIDER_UNAVAILABLE', `${vendor} returned a response that could not be read.`);
  }
  return new AppError('PROVIDER_REFUSED', `${vendor} could not answer: ${withoutKeys(failure.message)}`);
}
