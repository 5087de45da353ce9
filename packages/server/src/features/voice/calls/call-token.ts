import { createHash, randomBytes } from 'node:crypto';

const tokenForm = /^[A-Za-z0-9_-]{43}$/;

/** A new token: 256 random bits. */
export function mintCallToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form of a token; undefined for a text that cannot be one. */
export function hashCallToken(token: string): string | undefined {
  return tokenForm.test(token) ? createHash('sha256').update(token).digest('base64url') : undefined;
}
