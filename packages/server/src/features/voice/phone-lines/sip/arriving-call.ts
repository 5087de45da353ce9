import { DigestServer } from '@tendril/sip/auth/digest-server';
import { parseNameAddress } from '@tendril/sip/message/name-address';
import type { SipRequest } from '@tendril/sip/message/sip-message';
import { parseUri } from '@tendril/sip/message/sip-uri';
import { newTag } from '@tendril/sip/session/dialog';
import type { ServerTransaction } from '@tendril/sip/transaction/server-transaction';
import type { SipPeer } from '@tendril/sip/transaction/sip-peer';
import type { CallClock } from '@tendril/voice/call-clock';
import { AttemptLimits } from './attempt-limits.ts';
import type { SipTrunk } from './sip-trunk.ts';
import type { SipTrunks } from './sip-trunks.ts';

const realm = 'calls';

/** Whom a request is for: the user of its first line, or of its To where a trunk calls its account. */
function calledBy(trunks: SipTrunks, { uri, headers }: SipRequest): readonly SipTrunk[] {
  const first = trunks.called(parseUri(uri)?.user ?? '');
  if (first.length > 0) return first;
  return trunks.called(parseNameAddress(headers.get('to') ?? '')?.uri.user ?? '');
}

/** Who calls, in E.164; '' for a hidden number. What a trunk asserts counts more than what a caller says. */
export function callerOf({ headers }: SipRequest): string {
  const asserted = headers.list('p-asserted-identity');
  const users = [...asserted, headers.get('from') ?? ''].map(
    (text) => parseNameAddress(text)?.uri.user ?? '',
  );
  const isHidden = headers.list('privacy').some((value) => /\b(id|user|header)\b/i.test(value));
  const number = isHidden ? undefined : users.find((user) => /^(\+|00)?[1-9]\d{5,14}$/.test(user));
  return number === undefined ? '' : `+${number.replace(/^(\+|00)/, '')}`;
}

/** Decides who may call at all: a trunk from its addresses, or a caller that proves its password. */
export class CallAdmission {
  readonly #trunks: SipTrunks;
  readonly #limits: AttemptLimits;
  readonly #digest: DigestServer;

  constructor(trunks: SipTrunks, clock: CallClock) {
    this.#trunks = trunks;
    this.#limits = new AttemptLimits(clock);
    this.#digest = new DigestServer(clock, realm);
  }

  /** Whether a request is looked at; of others nothing is stored, and nothing answered. */
  admits(request: SipRequest, { address }: SipPeer): boolean {
    if (this.#trunks.trusts(address)) return true;
    if (request.method !== 'INVITE') return false;
    const hasLogin = calledBy(this.#trunks, request).some(({ login }) => login !== undefined);
    return hasLogin && this.#limits.allows(address);
  }

  /** The trunk that a call comes from; undefined once it has been refused, or asked for its password. */
  trunkOf(transaction: ServerTransaction): SipTrunk | undefined {
    const { request, peer } = transaction;
    const called = calledBy(this.#trunks, request);
    const trusted = called.find((trunk) => this.#trunks.accepts(trunk, peer.address));
    if (trusted) return trusted;
    const user = this.#digest.userOf(request);
    const protecteds = called.filter(({ login }) => login !== undefined);
    const proved = protecteds.find(({ login }) => login?.user === user);
    if (protecteds.length === 0) transaction.reject(404, {}, newTag());
    else if (user === undefined) this.#challenge(transaction, false);
    else if (!proved?.login) this.#refuse(transaction);
    else {
      const verdict = this.#digest.check(request, proved.login);
      if (verdict === 'right') return proved;
      if (verdict === 'wrong') this.#refuse(transaction);
      else this.#challenge(transaction, verdict === 'stale');
    }
    return undefined;
  }

  #challenge(transaction: ServerTransaction, isStale: boolean): void {
    transaction.reject(401, { 'www-authenticate': this.#digest.challenge(isStale) }, newTag());
  }

  #refuse(transaction: ServerTransaction): void {
    this.#limits.noteWrong(transaction.peer.address);
    transaction.reject(403, {}, newTag());
  }
}
