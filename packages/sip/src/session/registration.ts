import { randomBytes } from 'node:crypto';
import type { DigestClient } from '../auth/digest-client.ts';
import { parseNameAddress } from '../message/name-address.ts';
import type { SipRequest, SipResponse } from '../message/sip-message.ts';
import type { SipClock } from '../transaction/sip-clock.ts';
import type { SipPeer } from '../transaction/sip-peer.ts';
import type { SipTransactions } from '../transaction/sip-transactions.ts';
import { TimerSet } from '../transaction/timer-set.ts';
import { askInDialog } from './ask-in-dialog.ts';
import { Dialog, newTag } from './dialog.ts';

/** Short enough that a way through NAT stays open. */
const usualSeconds = 300;
const [firstRetryMs, longestRetryMs] = [30_000, 1_800_000];

export type RegistrationState =
  | { kind: 'waiting' }
  | { kind: 'registered' }
  /** `status` undefined: there is no answer. */
  | { kind: 'refused'; status: number | undefined };

interface RegistrationParts {
  clock: SipClock;
  transactions: SipTransactions;
  login: DigestClient;
  /** The account: `sip:user@example.com`. */
  account: string;
  /** Who keeps the register: `sip:example.com`. */
  registrar: string;
  contact: string;
  userAgent: string;
  /** Where the registrar is now; asked for each request, since names move. */
  locate(): Promise<SipPeer>;
  /** Goes over to another place of the registrar; returns whether there is one that was not asked yet. */
  failOver?(): boolean;
  onState(state: RegistrationState): void;
}

/** Keeps us registered with a trunk, and says how that stands: RFC 3261, 10.2. */
export class Registration {
  state: RegistrationState = { kind: 'waiting' };
  readonly #parts: RegistrationParts;
  readonly #dialog: Dialog;
  readonly #timers: TimerSet;
  #seconds = usualSeconds;
  #retryMs = firstRetryMs;
  #isClosed = false;

  constructor(parts: RegistrationParts) {
    this.#parts = parts;
    const { account, registrar, contact, userAgent } = parts;
    this.#dialog = new Dialog({
      callId: randomBytes(12).toString('hex'),
      ...{ local: `<${account}>;tag=${newTag()}`, remote: `<${account}>` },
      ...{ target: registrar, contact, userAgent },
    });
    this.#timers = new TimerSet(parts.clock);
  }

  start(): void {
    this.#send(this.#request(this.#seconds), (response) => this.#take(response));
  }

  /** Takes us off the register. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#timers.stopAll();
    if (this.state.kind === 'registered') this.#send(this.#request(0), () => {});
  }

  #request(seconds: number): SipRequest {
    return this.#dialog.request('REGISTER', { headers: { expires: String(seconds) } });
  }

  #send(request: SipRequest, onAnswer: (response: SipResponse | undefined) => void): void {
    const { transactions, login, locate } = this.#parts;
    const dialog = this.#dialog;
    const ask = (peer: SipPeer) => askInDialog({ transactions, dialog, login, request, peer, onAnswer });
    locate().then(ask, () => onAnswer(undefined));
  }

  #take(response: SipResponse | undefined): void {
    if (this.#isClosed) return;
    const least = Number(/^\d{1,6}/.exec(response?.headers.get('min-expires') ?? '')?.[0] ?? 0);
    if (response?.status === 423 && least > this.#seconds) {
      this.#seconds = Math.min(least, 86_400);
      this.start();
    } else if (response && response.status < 300) this.#registered(response);
    else this.#refused(response?.status);
  }

  #registered(response: SipResponse): void {
    this.#retryMs = firstRetryMs;
    this.#become({ kind: 'registered' });
    // Before it runs out, by as much as two attempts need.
    const seconds = this.#grantedSeconds(response);
    const refreshMs = 1000 * Math.max(10, Math.min(seconds * 0.8, seconds - 40));
    this.#timers.start('next', refreshMs, () => this.start());
  }

  #grantedSeconds({ headers }: SipResponse): number {
    const own = parseNameAddress(this.#dialog.contact)?.uri;
    const contacts = headers.list('contact').flatMap((text) => parseNameAddress(text) ?? []);
    const ours = contacts.find(({ uri }) => uri.host === own?.host && uri.port === own?.port) ?? contacts[0];
    const granted = Number(ours?.params.get('expires') ?? headers.get('expires') ?? this.#seconds);
    return Number.isFinite(granted) && granted > 0 ? Math.min(granted, 86_400) : this.#seconds;
  }

  #refused(status: number | undefined): void {
    if ((status === undefined || status === 503) && this.#parts.failOver?.()) {
      this.start();
      return;
    }
    this.#become({ kind: 'refused', status });
    this.#timers.start('next', this.#retryMs, () => this.start());
    this.#retryMs = Math.min(2 * this.#retryMs, longestRetryMs);
  }

  #become(state: RegistrationState): void {
    this.state = state;
    this.#parts.onState(state);
  }
}
