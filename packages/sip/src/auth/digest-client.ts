import { randomBytes } from 'node:crypto';
import type { SipRequest, SipResponse } from '../message/sip-message.ts';
import { parseAuthHeader, quoted } from './auth-header.ts';
import { type DigestAlgorithm, digestResponse } from './digest-response.ts';

export interface SipLogin {
  user: string;
  password: string;
  /** Where set, only this realm is answered. */
  realm?: string;
}

interface Challenge {
  header: 'authorization' | 'proxy-authorization';
  algorithm: DigestAlgorithm;
  realm: string;
  nonce: string;
  opaque: string | undefined;
  hasQop: boolean;
  isStale: boolean;
}

const challenges = [
  ['www-authenticate', 'authorization'],
  ['proxy-authenticate', 'proxy-authorization'],
] as const;

/** Proves the password of a trunk to its server. */
export class DigestClient {
  readonly #login: SipLogin;
  #known: Challenge | undefined;
  #count = 0;

  constructor(login: SipLogin) {
    this.#login = login;
  }

  /**
   * The request again, with what a 401 or 407 has asked for; undefined when there is nothing that could be answered, or
   * when the password was refused. Of several challenges the strongest is answered.
   */
  answer(request: SipRequest, response: SipResponse): SipRequest | undefined {
    const offered = challenges.flatMap(([from, header]) =>
      response.headers.all(from).flatMap((text) => readChallenge(text, header) ?? []),
    );
    const own = offered.filter(({ realm }) => !this.#login.realm || realm === this.#login.realm);
    const challenge = own.find(({ algorithm }) => algorithm === 'SHA-256') ?? own[0];
    if (!challenge) return undefined;
    const wasAnswered = request.headers.get(challenge.header) !== undefined;
    // A proof that was refused at its first use is a wrong password; an older nonce may have run out.
    if (wasAnswered && !challenge.isStale && this.#count <= 1) return undefined;
    this.#known = challenge;
    this.#count = 0;
    return this.authorize(request);
  }

  /** The request with the last challenge answered ahead, where there was one. */
  authorize(request: SipRequest): SipRequest {
    const challenge = this.#known;
    if (!challenge) return request;
    const { algorithm, realm, nonce, opaque, hasQop, header } = challenge;
    this.#count += 1;
    const count = this.#count.toString(16).padStart(8, '0');
    const qop = hasQop ? { cnonce: randomBytes(8).toString('hex'), count } : undefined;
    const { user, password } = this.#login;
    const { method, uri } = request;
    const response = digestResponse({
      algorithm,
      user,
      password,
      realm,
      nonce,
      method,
      uri,
      ...(qop && { qop }),
    });
    const parts = [
      `username=${quoted(user)}`,
      `realm=${quoted(realm)}`,
      `nonce=${quoted(nonce)}`,
      `uri=${quoted(uri)}`,
      `response="${response}"`,
      `algorithm=${algorithm}`,
      ...(qop ? [`cnonce="${qop.cnonce}"`, `nc=${qop.count}`, 'qop=auth'] : []),
      ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
    ];
    const headers = request.headers.copy().set(header, `Digest ${parts.join(', ')}`);
    return { ...request, headers };
  }
}

function readChallenge(text: string, header: Challenge['header']): Challenge | undefined {
  const values = parseAuthHeader(text);
  const algorithm = values?.get('algorithm')?.toUpperCase() ?? 'MD5';
  const [realm, nonce, qop] = [values?.get('realm'), values?.get('nonce'), values?.get('qop')];
  if (realm === undefined || !nonce || (algorithm !== 'MD5' && algorithm !== 'SHA-256')) return undefined;
  const offersAuth = qop?.split(',').some((one) => one.trim().toLowerCase() === 'auth') === true;
  if (qop !== undefined && !offersAuth) return undefined;
  const isStale = values?.get('stale')?.toLowerCase() === 'true';
  return { header, algorithm, realm, nonce, opaque: values?.get('opaque'), hasQop: offersAuth, isStale };
}
