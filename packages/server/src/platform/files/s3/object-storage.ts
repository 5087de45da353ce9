import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@tendril/contract/app-error';
import { AwsV4Signer } from 'aws4fetch';
import type { Egress } from '../../egress/egress.ts';

/** Where the objects are, and the key that opens the bucket. */
export interface BucketSettings {
  endpoint: string;
  region: string;
  bucket: string;
  /** In front of every object name; empty, or ending with a slash. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Whether the bucket stands in the path instead of in the host name. */
  isPathStyle: boolean;
}

interface ObjectRequest {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Without the prefix; undefined for the bucket itself. */
  name?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** Statuses that the caller handles; 2xx is always among them. */
  expected?: readonly number[];
}

/** Sends signed requests to a bucket. Throws UNAVAILABLE when it refuses them or does not answer. */
export type SendToBucket = (request: ObjectRequest) => Promise<Response>;

const attempts = 5;
const firstPauseMs = 200;
/** How long a bucket may take to begin its answer, and how long it may be silent on the way. */
const usualPatience = { answerMs: 60_000, silenceMs: 30_000 };
const passing = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

/** A bucket of any S3-compatible storage, asked through the egress client; passing faults are retried. */
export function createBucketClient(
  settings: BucketSettings,
  fetch: Egress['fetch'],
  patience = usualPatience,
): SendToBucket {
  const { accessKeyId, secretAccessKey, region } = settings;

  return async ({ method, name, query = {}, headers = {}, body, expected = [] }) => {
    const url = addressOf(settings, name);
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt === attempts;
      const waiting = new AbortController();
      const firstByteMs = patience.answerMs * attempt;
      // Not for the bytes that follow: however large an object is, it may take its time.
      const timer = setTimeout(() => waiting.abort(new Error('The bucket does not answer.')), firstByteMs);
      try {
        // Signed each time: a signature is only valid for minutes.
        const signed = await new AwsV4Signer({
          service: 's3',
          region,
          accessKeyId,
          secretAccessKey,
          method,
          url: url.href,
          headers: { ...headers, 'x-amz-content-sha256': sha256(body) },
          body: null,
        }).sign();
        const response = await fetch(
          signed.url,
          {
            method,
            headers: Object.fromEntries(signed.headers),
            body: (body ?? null) as Exclude<RequestInit['body'], undefined>,
            patience: { firstByteMs: 2 * firstByteMs, silenceMs: patience.silenceMs },
          },
          { maxBytes: Number.POSITIVE_INFINITY, signal: waiting.signal },
        );
        clearTimeout(timer);
        if (response.ok || expected.includes(response.status)) return response;
        const fault = await describeFault(response);
        if (isLast || !passing.has(response.status)) throw unavailable(fault);
      } catch (error) {
        if (isLast || error instanceof AppError) throw error instanceof AppError ? error : unavailable(error);
      } finally {
        clearTimeout(timer);
      }
      await delay(firstPauseMs * 2 ** (attempt - 1) * (0.5 + Math.random()));
    }
  };
}

/** The address of an object, or of the bucket. */
function addressOf({ endpoint, bucket, prefix, isPathStyle }: BucketSettings, name: string | undefined): URL {
  const url = new URL(endpoint);
  const path = [...(isPathStyle ? [bucket] : []), ...(name === undefined ? [] : [`${prefix}${name}`])];
  if (!isPathStyle) url.hostname = `${bucket}.${url.hostname}`;
  url.pathname = `/${path.join('/')}`;
  return url;
}

function sha256(body: Uint8Array | undefined): string {
  return createHash('sha256')
    .update(body ?? '')
    .digest('hex');
}

/** The status and the vendor's own words for it, for the log of the operator. */
async function describeFault(response: Response): Promise<Error> {
  const text = (await response.text().catch(() => '')).slice(0, 4000);
  const [, code = ''] = /<Code>([^<]*)<\/Code>/.exec(text) ?? [];
  const [, message = ''] = /<Message>([^<]*)<\/Message>/.exec(text) ?? [];
  return new Error(`The bucket answered ${response.status} ${code} ${message}`.trim());
}

function unavailable(cause: unknown): AppError {
  return new AppError('UNAVAILABLE', 'The file storage does not answer. Try again in a moment.', { cause });
}
