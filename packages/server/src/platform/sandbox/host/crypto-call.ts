/** A call of `node:crypto` by the code inside; lengths say how the bytes that came with it are cut. */
export type CryptoCall =
  | { kind: 'hashes' }
  | { kind: 'hash'; name: string; length: number | undefined }
  | { kind: 'hmac'; name: string; keyLength: number }
  | { kind: 'pbkdf2'; name: string; saltLength: number; iterations: number; length: number }
  | { kind: 'encrypt' | 'decrypt'; name: string; parts: [number, number, number, number]; isPadded: boolean }
  | { kind: 'sign'; name: string; key: string }
  | { kind: 'verify'; name: string; key: string; signatureLength: number };

// One call cannot be interrupted: these keep each well below a second.
const maxIterations = 1_000_000;
const maxDerivedBytes = 64;
const maxKeyCharacters = 7000;
const maxLength = 64 * 1024 * 1024;
const ciphers = /^(aes-(128|192|256)-(cbc|ecb|ctr|gcm)|des-ede3-cbc|chacha20-poly1305)$/i;

type Fields = Record<string, unknown>;

const readers: Record<CryptoCall['kind'], (fields: Fields) => CryptoCall> = {
  hashes: () => ({ kind: 'hashes' }),
  hash: ({ name, length }) => ({
    kind: 'hash',
    name: text(name),
    length: length === undefined ? undefined : whole(length, maxDerivedBytes),
  }),
  hmac: ({ name, keyLength }) => ({ kind: 'hmac', name: text(name), keyLength: whole(keyLength) }),
  pbkdf2: ({ name, saltLength, iterations, length }) => ({
    kind: 'pbkdf2',
    name: text(name),
    saltLength: whole(saltLength),
    iterations: whole(iterations, maxIterations),
    length: whole(length, maxDerivedBytes),
  }),
  encrypt: (fields) => readCipher('encrypt', fields),
  decrypt: (fields) => readCipher('decrypt', fields),
  sign: ({ name, key }) => ({ kind: 'sign', name: text(name), key: text(key, maxKeyCharacters) }),
  verify: ({ name, key, signatureLength }) => ({
    kind: 'verify',
    name: text(name),
    key: text(key, maxKeyCharacters),
    signatureLength: whole(signatureLength),
  }),
};

/** Reads a call; throws RangeError for what is none or goes beyond the limits. */
export function readCryptoCall(value: unknown): CryptoCall {
  const fields = (value ?? {}) as Fields;
  const kind = String(fields['kind']);
  if (!Object.hasOwn(readers, kind)) throw beyond();
  return readers[kind as CryptoCall['kind']](fields);
}

function readCipher(kind: 'encrypt' | 'decrypt', { name, parts, isPadded }: Fields): CryptoCall {
  const algorithm = text(name);
  if (!ciphers.test(algorithm)) throw new RangeError(`The cipher "${algorithm}" is not available here.`);
  if (!Array.isArray(parts)) throw beyond();
  const [key, start, extra, tag] = parts.map((part: unknown) => whole(part));
  return {
    kind,
    name: algorithm,
    parts: [key ?? 0, start ?? 0, extra ?? 0, tag ?? 0],
    isPadded: isPadded !== false,
  };
}

function text(value: unknown, max = 50): string {
  if (typeof value !== 'string' || value.length > max) throw beyond();
  return value;
}

function whole(value: unknown, max = maxLength): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > max) throw beyond();
  return value;
}

function beyond(): RangeError {
  return new RangeError('The values given to crypto are not valid or beyond its limits.');
}
