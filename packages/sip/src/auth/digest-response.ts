import { createHash } from 'node:crypto';

export type DigestAlgorithm = 'MD5' | 'SHA-256';

/** What a digest is made of: RFC 7616 and 8760. */
interface DigestInput {
  algorithm: DigestAlgorithm;
  user: string;
  password: string;
  realm: string;
  nonce: string;
  method: string;
  uri: string;
  /** Absent for a server of RFC 2069, which counts nothing. */
  qop?: { cnonce: string; count: string };
}

/** The response that proves a password without saying it. */
export function digestResponse(input: DigestInput): string {
  const { algorithm, user, password, realm, nonce, method, uri, qop } = input;
  const hash = (text: string) =>
    createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
      .update(text)
      .digest('hex');
  const [secret, what] = [hash(`${user}:${realm}:${password}`), hash(`${method}:${uri}`)];
  return hash(
    qop ? `${secret}:${nonce}:${qop.count}:${qop.cnonce}:auth:${what}` : `${secret}:${nonce}:${what}`,
  );
}
