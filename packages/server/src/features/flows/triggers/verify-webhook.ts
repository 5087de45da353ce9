import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookStart } from './flow-start.ts';

/** What a signature has to cover. */
interface SignedRequest {
  /** The bytes of the body, as they came; of a request without one, its query. */
  signed: Buffer;
  /** The value of the signature's header. */
  signature: string | undefined;
}

/** How far the time in a signature may be from ours. */
const toleranceMs = 5 * 60_000;
const bare = /^(?:sha256=)?([0-9a-f]{64})$/;
const withMs = /^v=(\d{10,15}),d=([0-9a-f]{64})$/;
const withSeconds = /^t=(\d{9,12}),v1=([0-9a-f]{64})$/;

/**
 * Whether a request was sent by somebody who knows the secret. Accepted are the hex of an HMAC-SHA256 over the body,
 * alone or after `sha256=`; Tendril's own `v=<ms>,d=<hex>` over body and time; and `t=<s>,v1=<hex>` over time, a dot and
 * body. Hex is written in small letters, so that one request has one signature. Compared in constant time.
 */
export function isGenuine(
  { signatureType }: Pick<WebhookStart, 'signatureType'>,
  secret: string,
  { signed, signature }: SignedRequest,
  now: number,
): boolean {
  if (secret === '' || signature === undefined || signature === '') return false;
  if (signatureType === 'plain-token') return isSame(signature.replace(/^Bearer +/i, ''), secret);
  const [, plain] = bare.exec(signature) ?? [];
  if (plain !== undefined) return isSame(plain, hmac(secret, signed));
  const [, ms, afterMs] = withMs.exec(signature) ?? [];
  if (ms !== undefined && afterMs !== undefined)
    return isNear(Number(ms), now) && isSame(afterMs, hmac(secret, signed, ms));
  const [, seconds, afterSeconds] = withSeconds.exec(signature) ?? [];
  if (seconds === undefined || afterSeconds === undefined) return false;
  return isNear(Number(seconds) * 1000, now) && isSame(afterSeconds, hmac(secret, `${seconds}.`, signed));
}

function hmac(secret: string, ...parts: (Buffer | string)[]): string {
  const hash = createHmac('sha256', secret);
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

function isNear(at: number, now: number): boolean {
  return Math.abs(now - at) <= toleranceMs;
}

// Hashed first: values of any length are compared in the same time.
function isSame(given: string, wanted: string): boolean {
  return timingSafeEqual(digestOf(given), digestOf(wanted));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
