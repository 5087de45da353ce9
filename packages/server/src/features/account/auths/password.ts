import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane; about 20 ms here.
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

async function derivedKey(password: string, nonce: Buffer): Promise<Buffer> {
  return derive('argon2id', { ...cost, message: password.normalize('NFKC'), nonce });
}

/** Hashes a password with a salt of its own; the result includes the parameters. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const key = await derivedKey(password, nonce);
  return [
    'argon2id',
    cost.memory,
    cost.passes,
    cost.parallelism,
    nonce.toString('base64url'),
    key.toString('base64url'),
  ].join('$');
}

/** Stands for the password of a person who has none: nothing matches it. */
export const noPassword = `argon2id$0$0$0$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Whether the password matches. Without a hash (no such user) it takes the same time and returns false. */
export async function isPassword(password: string, hash: string = noPassword): Promise<boolean> {
  const [, , , , nonce = '', key = ''] = hash.split('$');
  const derived = await derivedKey(password, Buffer.from(nonce, 'base64url'));
  return timingSafeEqual(derived, Buffer.from(key, 'base64url'));
}
