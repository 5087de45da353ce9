import { parseNameAddress } from '../message/name-address.ts';
import type { SipRequest, SipResponse } from '../message/sip-message.ts';
import { readParams } from '../message/sip-uri.ts';
import { reasonOf } from '../transaction/make-response.ts';
import type { ServerTransaction } from '../transaction/server-transaction.ts';
import type { Dialog } from './dialog.ts';

const notifyType = 'message/sipfrag;version=2.0';
/** How long the other side may expect reports. */
const expiresSeconds = 180;
const dialogId =
  /^[^\s;,"<>\\]{1,200}(?:;(?:to-tag|from-tag)=[A-Za-z0-9.!%*_+`'~-]{1,128}){2}(?:;early-only)?$/;

/** Whom the other side wants us to call. */
interface ReferTarget {
  /** User of the address: a telephone number. */
  user: string;
  /** The call there that ours takes the place of, as its Replaces header: an attended transfer. */
  replaces: string | undefined;
}

interface ReferralParts {
  transaction: ServerTransaction;
  dialog: Dialog;
  /** Whether its reports name it: only the first of a call need not. */
  isNamed: boolean;
  ask(request: SipRequest, onAnswer: (response: SipResponse | undefined) => void): void;
  /** It is over: the other side may ask for something else. */
  onDone(): void;
}

/** Reads whom a REFER is about; undefined when it is not about a call that could be placed. */
export function readReferTarget({ headers }: SipRequest): ReferTarget | undefined {
  const named = headers.list('refer-to');
  const found = named.length === 1 ? parseNameAddress(named[0] ?? '') : undefined;
  if (!found || (found.uri.params.get('method') ?? 'INVITE').toUpperCase() !== 'INVITE') return undefined;
  const query = found.address.split('?')[1];
  if (query === undefined) return { user: found.uri.user, replaces: undefined };
  const replaces = decoded(readParams(query.split('&')).get('replaces'));
  if (replaces !== undefined && !dialogId.test(replaces)) return undefined;
  return { user: found.uri.user, replaces };
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    // No form of an id.
    return '';
  }
}

/** A REFER of the other side, with the reports that it is owed: RFC 3515, 3891 and 4488. */
export class ReceivedReferral {
  readonly target: ReferTarget;
  /** From where it was asked. */
  readonly address: string;
  readonly #parts: ReferralParts;
  readonly #event: string;
  readonly #isReported: boolean;
  #state: 'asked' | 'accepted' | 'over' = 'asked';
  /** Reports wait for each other: only the last one ends the subscription. */
  #reports: Promise<boolean> = Promise.resolve(true);

  constructor(target: ReferTarget, parts: ReferralParts) {
    const { request, peer } = parts.transaction;
    this.target = target;
    this.address = peer.address;
    this.#parts = parts;
    const number = Number.parseInt(request.headers.get('cseq') ?? '', 10);
    this.#event = parts.isNamed ? `refer;id=${number}` : 'refer';
    this.#isReported = request.headers.get('refer-sub')?.trim().toLowerCase() !== 'false';
  }

  /** The new call is about to be placed. */
  accept(): void {
    if (this.#state !== 'asked') return;
    this.#state = 'accepted';
    const { transaction, dialog } = this.#parts;
    transaction.reject(202, {
      contact: dialog.contact,
      ...(!this.#isReported && { 'refer-sub': 'false' }),
    });
    this.#report(100);
  }

  /** It is not followed; nothing is reported of it. */
  decline(status = 603): void {
    if (this.#state !== 'asked') return;
    this.#state = 'over';
    this.#parts.transaction.reject(status);
    this.#parts.onDone();
  }

  /** What became of the new call; resolves once the other side knows, or cannot be reached. */
  async finish(status: number): Promise<void> {
    if (this.#state !== 'accepted') return;
    this.#state = 'over';
    this.#report(status);
    this.#parts.onDone();
    await this.#reports;
  }

  #report(status: number): void {
    if (!this.#isReported) return;
    const state = status < 200 ? `active;expires=${expiresSeconds}` : 'terminated;reason=noresource';
    this.#reports = this.#reports.then((isWanted) => (isWanted ? this.#notify(status, state) : false));
  }

  #notify(status: number, state: string): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const headers = { event: this.#event, 'subscription-state': state };
    const bytes = Buffer.from(`SIP/2.0 ${status} ${reasonOf(status)}\r\n`);
    const body = { type: notifyType, bytes };
    const request = this.#parts.dialog.request('NOTIFY', { headers, body });
    // A refusal says that reports are no longer wanted.
    this.#parts.ask(request, (response) => resolve(response !== undefined && response.status < 300));
    return promise;
  }
}
