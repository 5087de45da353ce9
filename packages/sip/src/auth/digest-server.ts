import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SipRequest } from '../message/sip-message.ts';
import type { SipClock } from '../transaction/sip-clock.ts';
import { parseAuthHeader, quoted } from './auth-header.ts';
import { digestResponse } from './digest-response.ts';

const nonceMs = 60_000;
/** Nonces that were used: one of them counts upwards only. */
const mostRemembered = 10_000;

type Verdict = 'right' | 'wrong' | 'stale' | 'absent';

/** Checks the passwords of those who call; nothing is remembered of who has not proved one. */
export class DigestServer {
  readonly #clock: SipClock;
  readonly #realm: string;
  readonly #key = randomBytes(32);
  readonly #counts = new Map<string, number>();

  constructor(clock: SipClock, realm: string) {
    this.#clock = clock;
    this.#realm = realm;
  }

  /** The value of a WWW-Authenticate header. */
  challenge(isStale = false): string {
    const made = Math.floor(this.#clock.now()).toString(36);
    const salt = randomBytes(6).toString('hex');
    const nonce = `${made}.${salt}.${this.#sign(`${made}.${salt}`)}`;
    const stale = isStale ? ', stale=true' : '';
    return `Digest realm=${quoted(this.#realm)}, nonce="${nonce}", algorithm=MD5, qop="auth"${stale}`;
  }

  /** The user that a request names; the name proves nothing. */
  userOf(request: SipRequest): string | undefined {
    return readOwn(request, this.#realm)?.get('username');
  }

  /** Whether a request proves this password; each proof is good for one request. */
  check(request: SipRequest, login: { user: string; password: string }): Verdict {
    const values = readOwn(request, this.#realm);
    if (!values) return 'absent';
    const [nonce = '', count = '', cnonce = ''] = ['nonce', 'nc', 'cnonce'].map((name) => values.get(name));
    const [made = '', salt = '', signature = ''] = nonce.split('.');
    if (!isSame(signature, this.#sign(`${made}.${salt}`))) return 'stale';
    if (values.get('username') !== login.user || values.get('uri') !== request.uri) return 'wrong';
    if (values.get('qop') !== 'auth' || !/^[0-9a-f]{8}$/i.test(count)) return 'wrong';
    const expected = digestResponse({
      ...{ algorithm: 'MD5', ...login, realm: this.#realm, nonce },
      ...{ method: request.method, uri: request.uri, qop: { cnonce, count } },
    });
    if (!isSame(values.get('response') ?? '', expected)) return 'wrong';
    if (this.#clock.now() - Number.parseInt(made, 36) > nonceMs) return 'stale';
    return this.#isNew(nonce, Number.parseInt(count, 16)) ? 'right' : 'stale';
  }

  #isNew(nonce: string, count: number): boolean {
    if (count <= (this.#counts.get(nonce) ?? 0)) return false;
    this.#counts.delete(nonce);
    this.#counts.set(nonce, count);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > mostRemembered && oldest !== undefined) this.#counts.delete(oldest);
    return true;
  }

  #sign(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('hex').slice(0, 32);
  }
}

function readOwn(request: SipRequest, realm: string): ReadonlyMap<string, string> | undefined {
  return ['authorization', 'proxy-authorization']
    .flatMap((name) => request.headers.all(name))
    .map(parseAuthHeader)
    .find((values) => values?.get('realm') === realm);
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one.toLowerCase()), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
