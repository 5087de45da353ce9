import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { CallGiven } from './live-call.ts';

/** What was given with a call when it was registered, and is no business of its record. */
interface RegisteredGiven extends CallGiven {
  /** Registered by a program: pages of any site may open its line. */
  readonly isForOtherPages: boolean;
}

const nonceBytes = 12;
const tagBytes = 16;

/**
 * The stored form, until the line is opened: any process can read it with the token, and nobody without it, because of
 * the token only a hash is stored.
 */
export function sealGiven(token: string, callId: string, given: RegisteredGiven): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', keyOf(token), nonce).setAAD(Buffer.from(callId));
  const text = Buffer.concat([cipher.update(JSON.stringify(given), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
}

/** Undefined for what was sealed for another token or call. */
export function openGiven(token: string, callId: string, sealed: string): RegisteredGiven | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(token), bytes.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAAD(Buffer.from(callId));
    decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    const text = decipher.update(bytes.subarray(nonceBytes + tagBytes));
    return JSON.parse(Buffer.concat([text, decipher.final()]).toString('utf8')) as RegisteredGiven;
  } catch {
    return undefined;
  }
}

function keyOf(token: string): Buffer {
  return Buffer.from(hkdfSync('sha256', token, '', 'tendril/given with a call', 32));
}
