import { createPublicKey, verify } from 'node:crypto';

const toleranceMs = 5 * 60_000;
/** What stands before the 32 bytes of an Ed25519 key in its usual form. */
const keyHead = Buffer.from('302a300506032b6570032100', 'hex');

interface SignedEvent {
  /** Base64, as the portal of Telnyx shows it. */
  publicKey: string;
  signature: unknown;
  timestamp: unknown;
  body: Buffer;
}

/** Whether an event comes from Telnyx, and was sent just now. */
export function isFromTelnyx({ publicKey, signature, timestamp, body }: SignedEvent, now: number): boolean {
  if (typeof signature !== 'string' || typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp))
    return false;
  if (Math.abs(now - Number(timestamp) * 1000) > toleranceMs) return false;
  const key = Buffer.from(publicKey, 'base64');
  if (key.length !== 32) return false;
  const signed = Buffer.concat([Buffer.from(`${timestamp}|`), body]);
  const opened = createPublicKey({ key: Buffer.concat([keyHead, key]), format: 'der', type: 'spki' });
  return verify(null, signed, opened, Buffer.from(signature, 'base64'));
}
