import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSign,
  createVerify,
  getHashes,
  pbkdf2Sync,
} from 'node:crypto';
import { type CryptoCall, readCryptoCall } from './crypto-call.ts';

/**
 * Answers a call of `node:crypto`, whose bytes lie one after the other: the key or salt first, then the data. Throws what
 * the library throws, and RangeError beyond the limits.
 */
export function answerCryptoCall(text: string, bytes: Uint8Array = new Uint8Array()): string | Uint8Array {
  return run(readCryptoCall(JSON.parse(text)), bytes);
}

function run(given: CryptoCall, bytes: Uint8Array): string | Uint8Array {
  switch (given.kind) {
    case 'hashes':
      return JSON.stringify(getHashes());
    case 'hash': {
      const options = given.length === undefined ? undefined : { outputLength: given.length };
      return createHash(given.name, options).update(bytes).digest();
    }
    case 'hmac': {
      const [key, data] = cut(bytes, given.keyLength);
      return createHmac(given.name, key).update(data).digest();
    }
    case 'pbkdf2': {
      const [salt, password] = cut(bytes, given.saltLength);
      return pbkdf2Sync(password, salt, given.iterations, given.length, given.name);
    }
    case 'encrypt':
    case 'decrypt':
      return runCipher(given, bytes);
    case 'sign':
      return createSign(given.name).update(bytes).sign(given.key);
    case 'verify': {
      const [signature, data] = cut(bytes, given.signatureLength);
      return JSON.stringify(createVerify(given.name).update(data).verify(given.key, signature));
    }
  }
}

// The parts are key, starting value, what is only authenticated, and the tag; what was encrypted ends with its tag.
function runCipher(
  { kind, name: algorithm, parts, isPadded }: CryptoCall & { kind: 'encrypt' | 'decrypt' },
  bytes: Uint8Array,
): Uint8Array {
  const [key, afterKey] = cut(bytes, parts[0]);
  const [start, afterStart] = cut(afterKey, parts[1]);
  const [extra, afterExtra] = cut(afterStart, parts[2]);
  const [tag, data] = cut(afterExtra, parts[3]);
  const iv = start.length === 0 ? null : start;
  const isAuthenticated = /gcm|poly1305/i.test(algorithm);
  if (kind === 'encrypt') {
    const cipher = createCipheriv(algorithm as 'aes-256-gcm', key, iv as Uint8Array);
    if (isAuthenticated && extra.length > 0) cipher.setAAD(extra);
    cipher.setAutoPadding(isPadded);
    const sealed = [cipher.update(data), cipher.final()];
    return Buffer.concat(isAuthenticated ? [...sealed, cipher.getAuthTag()] : sealed);
  }
  const decipher = createDecipheriv(algorithm as 'aes-256-gcm', key, iv as Uint8Array);
  if (isAuthenticated) {
    decipher.setAuthTag(tag);
    if (extra.length > 0) decipher.setAAD(extra);
  }
  decipher.setAutoPadding(isPadded);
  return Buffer.concat([decipher.update(data), decipher.final()]);
}

function cut(bytes: Uint8Array, at: number): [Uint8Array, Uint8Array] {
  return [bytes.subarray(0, at), bytes.subarray(at)];
}
