import { createHash } from 'node:crypto';

interface DeliveredRequest {
  method: string;
  bytes: Buffer;
  search: string;
  /** The flow checks an HMAC, whose sender makes another one for another event. */
  isHmac: boolean;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** By what a delivery is known when it comes again. */
export interface DeliveryMarks {
  /** Of its content. */
  key?: string;
  /** Of the id that its sender has given it. */
  deliveryId?: string;
}

/** Twice as long as the time in a signature may differ: a signature of the future is valid that long. */
export const replayMs = 10 * 60_000;
export const deliveryIdMs = 86_400_000;
const idHeaders = ['webhook-id', 'x-tendril-delivery', 'x-github-delivery', 'idempotency-key'];

/**
 * The marks of a delivery. An id is no part of what a signature covers, so the content of a signed one counts too:
 * a recorded request cannot be sent again under another id, or with another query beside a signed body. Without an HMAC and an id nothing distinguishes a
 * repetition from an event of the same content.
 */
export function deliveryMarks({ method, bytes, search, isHmac, headers }: DeliveredRequest): DeliveryMarks {
  const signed = bytes.length > 0 ? bytes : Buffer.from(search);
  const name = idHeaders.find((one) => typeof headers[one] === 'string' && headers[one] !== '');
  return {
    ...(isHmac && signed.length > 0 && { key: `body:${digest(`${method}\n`, signed)}` }),
    ...(name !== undefined && { deliveryId: digest(`${name}\n${String(headers[name])}`) }),
  };
}

function digest(...parts: (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}
