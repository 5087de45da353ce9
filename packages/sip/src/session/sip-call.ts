import { tagOf } from '../message/name-address.ts';
import type { SipRequest, SipResponse } from '../message/sip-message.ts';
import { MediaNegotiation, sdpType } from '../sdp/media-negotiation.ts';
import type { ServerTransaction } from '../transaction/server-transaction.ts';
import { TimerSet } from '../transaction/timer-set.ts';
import { answerEarly } from './answer-early.ts';
import { askInDialog } from './ask-in-dialog.ts';
import type { CallEnd } from './call-end.ts';
import { allowedMethods, type CallEvents, type CallState } from './call-events.ts';
import { changeAllowance } from './change-allowance.ts';
import { ChangeQueue } from './change-queue.ts';
import type { Dialog } from './dialog.ts';
import { EarlyDialogs } from './early-dialogs.ts';
import { takeInfo } from './info-key.ts';
import { InviteExchange, type InviteOutcome } from './invite-exchange.ts';
import { ReferGate } from './refer-gate.ts';
import { Referral, takeNotify } from './referral.ts';
import { ReliableRinging } from './reliable-ringing.ts';
import { respondWithin } from './respond-within.ts';
import {
  agreedInterval,
  answeredInterval,
  intervalMs,
  leastSeconds,
  type SessionInterval,
  sessionHeaders,
} from './session-timer.ts';
import type { SipCallParts } from './sip-call-parts.ts';

/** One call, in either direction. */
export class SipCall {
  readonly id: string;
  readonly dialog: Dialog;
  events: CallEvents = { onState() {}, onMedia() {}, onKey() {}, onEnded() {} };
  #state: CallState = 'dialing';
  readonly #parts: SipCallParts;
  readonly #media: MediaNegotiation;
  readonly #timers: TimerSet;
  readonly #changeAllowance = changeAllowance();
  /** The INVITE of the other side that is not acknowledged yet. */
  #incoming: ServerTransaction | undefined;
  #outgoing: InviteExchange | undefined;
  #referral: Referral | undefined;
  /** The 2xx holds our offer: its answer comes with the ACK. */
  #awaitsAnswer = false;
  #interval: SessionInterval | undefined;
  #takesUpdate = false;
  readonly #referrals: ReferGate;
  readonly #early: EarlyDialogs;
  #ringing: ReliableRinging | undefined;
  readonly #changes = new ChangeQueue(() => this.#state === 'answered');

  constructor(parts: SipCallParts) {
    this.#parts = parts;
    this.dialog = parts.dialog;
    this.id = parts.dialog.callId;
    this.#media = new MediaNegotiation(parts.media);
    this.#timers = new TimerSet(parts.clock);
    this.#early = new EarlyDialogs({
      dialog: parts.dialog,
      ask: (request, dialog) => this.#ask(request, () => {}, dialog),
    });
    this.#referrals = new ReferGate({
      dialog: parts.dialog,
      ask: (request, onAnswer) => this.#ask(request, onAnswer),
    });
  }

  get state(): CallState {
    return this.#state;
  }

  /** Calls somebody; rings no longer than `ringMs`. */
  dial(ringMs: number, headers: Readonly<Record<string, string>> = {}): void {
    const { dialog } = this;
    const { nextPlace } = this.#parts;
    this.#outgoing = new InviteExchange(
      { ...this.#exchangeParts(), ...(nextPlace && { nextPlace }) },
      {
        onProvisional: (response) => this.#provisional(response),
        onOutcome: (outcome) => this.#dialed(outcome),
      },
    );
    this.#timers.start('ring', ringMs, () => this.#giveUp({ cause: 'not-answered' }));
    const body = { type: sdpType, bytes: this.#media.offer() };
    const all = { ...headers, ...sessionHeaders(), supported: 'timer, 100rel', allow: allowedMethods };
    this.#outgoing.start(dialog.request('INVITE', { headers: all, body }));
  }

  /** Takes a call that has arrived; it is answered or rejected later. */
  take(transaction: ServerTransaction): void {
    this.#incoming = transaction;
    this.#noteAllowed(transaction.request);
    transaction.onCancel = () => {
      this.#respond(487);
      this.#end({ cause: 'cancelled' });
    };
    transaction.onUnacknowledged = () => this.#lose();
  }

  ring(): void {
    if (this.#state !== 'dialing') return;
    const { request: invite } = this.#incoming ?? {};
    const respond = (headers?: Readonly<Record<string, string>>) => this.#respond(180, headers);
    const { clock } = this.#parts;
    if (!invite?.headers.has('require', '100rel')) respond();
    else this.#ringing = new ReliableRinging({ clock, invite, respond, onLost: () => this.reject(500) });
    this.#become('ringing');
  }

  /** Answers a call that has arrived; false when there is nothing that both speak, or nobody there any more. */
  answer(): boolean {
    const { request } = this.#incoming ?? {};
    if (!request || (this.#state !== 'dialing' && this.#state !== 'ringing')) return false;
    const isAnswered = this.#answerInvite();
    if (isAnswered) this.#become('answered');
    else this.#end({ cause: 'refused', status: 488 });
    return isAnswered;
  }

  reject(status: number, headers?: Readonly<Record<string, string>>): void {
    if (this.#state !== 'dialing' && this.#state !== 'ringing') return;
    this.#respond(status, headers);
    this.#end({ cause: 'refused', status });
  }

  /** Hangs up, or gives up a call that was not answered. */
  hangUp(): void {
    if (this.#state === 'ended') return;
    if (this.#state === 'answered') {
      this.#bye();
      this.#end({ cause: 'hung-up', by: 'us' });
    } else if (this.#outgoing) this.#giveUp({ cause: 'hung-up', by: 'us' });
    else this.reject(480);
  }

  /** Puts the other side on hold and back. Rejects when it refuses. */
  hold(isHeld: boolean): Promise<void> {
    return this.#changes.add(async () => {
      if (this.#media.isHeld === isHeld) return;
      const outcome = await this.#reinvite(isHeld);
      if (outcome.kind === 'answered') return;
      throw new Error('The other side refused to change the call.');
    });
  }

  /** Asks the other side to call somebody else instead (REFER). Rejects when that fails; the call goes on then. */
  refer(target: string, ringMs: number): Promise<void> {
    return this.#changes.add(async () => {
      const referral = new Referral(this.#parts.clock, ringMs);
      this.#referral = referral;
      const by = this.dialog.local.replace(/;\s*tag=[^;]*/, '');
      const headers = { 'refer-to': `<${target}>`, 'referred-by': by };
      this.#ask(this.dialog.request('REFER', { headers }), (response) => referral.answered(response?.status));
      await referral.done;
      if (this.#state !== 'answered') return;
      this.#bye();
      this.#end({ cause: 'transferred' });
    });
  }

  /** Whether a tag is that of the other side, or of one of those who ring there. */
  isWith(tag: string | undefined): boolean {
    return this.dialog.remoteTag === tag || (this.#outgoing !== undefined && !!this.#early.dialogOf(tag));
  }

  /** A request of the other side within this call. */
  receive(transaction: ServerTransaction): void {
    const { request } = transaction;
    const from = tagOf(request.headers.get('from'));
    const early = this.dialog.remoteTag === from ? undefined : this.#early.dialogOf(from);
    if (!(early ?? this.dialog).follows(request)) {
      transaction.reject(500);
      return;
    }
    this.#noteAllowed(request);
    if (request.method === 'BYE') this.#byeReceived(transaction);
    else if (request.method === 'PRACK') transaction.reject(this.#ringing?.acknowledge(request) ? 200 : 481);
    else if (this.#state === 'ended') transaction.reject(481);
    else if (this.#state !== 'answered') answerEarly(transaction, this.#outgoing !== undefined, this.dialog);
    else if (request.method === 'INVITE' || request.method === 'UPDATE') this.#changeReceived(transaction);
    else if (request.method === 'INFO') takeInfo(transaction, this.events);
    else if (request.method === 'NOTIFY') takeNotify(transaction, this.#referral);
    else if (request.method === 'OPTIONS') transaction.reject(200, { allow: allowedMethods });
    else if (request.method === 'REFER')
      this.#referrals.receive(transaction, this.events.onRefer?.bind(this.events));
    else transaction.reject(405, { allow: allowedMethods });
  }

  /** The ACK of our 2xx. */
  acknowledged(ack: SipRequest): void {
    this.#incoming?.acknowledge();
    this.#incoming = undefined;
    if (!this.#awaitsAnswer) return;
    this.#awaitsAnswer = false;
    if (this.#media.accept(ack.body)) this.#mediaAgreed();
    else if (this.#state === 'answered') this.hangUp();
  }

  #exchangeParts() {
    const { clock, transactions, login, peerOf } = this.#parts;
    return { clock, transactions, login, dialog: this.dialog, peer: () => peerOf(this.dialog) };
  }

  #provisional(response: SipResponse): void {
    if (response.status === 100 || this.#state === 'ended' || !this.#outgoing) return;
    if (!this.#early.take(response, this.#outgoing.number)) return;
    if (this.#state === 'dialing') this.#become('ringing');
    const description = this.#early.descriptionOf(response);
    const media = description && this.#media.preview(description);
    if (media) this.events.onEarlyMedia?.(media);
  }

  #dialed(outcome: InviteOutcome): void {
    this.#timers.stop('ring');
    this.#outgoing = undefined;
    if (outcome.kind !== 'answered') {
      this.#end(outcome.kind === 'failed' ? { cause: 'lost' } : { cause: 'refused', status: outcome.status });
      this.#parts.onDone();
      return;
    }
    // Answered in the moment in which it was given up.
    if (this.#state === 'ended') this.#bye();
    else if (!this.#media.accept(this.#early.answerOf(outcome.response))) {
      this.#bye();
      this.#end({ cause: 'refused', status: 488 });
    } else {
      this.#noteAllowed(outcome.response);
      this.#time(agreedInterval(outcome.response.headers));
      // As with a call that arrives: who hears of the answer knows what is spoken.
      this.#mediaAgreed();
      this.#become('answered');
    }
  }

  #giveUp(end: CallEnd): void {
    this.#outgoing?.cancel();
    this.#end(end);
  }

  #respond(status: number, headers?: Readonly<Record<string, string>>, bytes?: Uint8Array): void {
    if (this.#incoming) respondWithin(this.#incoming, this.dialog, status, { headers, bytes });
  }

  /** Answers an INVITE, the first or a later one, by what both can. */
  #answerInvite(): boolean {
    const request = this.#incoming?.request;
    if (!request) return false;
    const timed = answeredInterval(request.headers);
    if (timed === 'too-small') {
      this.#respond(422, { 'min-se': String(leastSeconds) });
      return false;
    }
    const isOffer = request.body.length > 0;
    const body = isOffer ? this.#media.answer(request.body) : this.#media.offer();
    if (!body) {
      this.#respond(488);
      return false;
    }
    this.#awaitsAnswer = !isOffer;
    this.dialog.takeTarget(request.headers);
    this.#respond(200, timed?.headers, body);
    this.#time(timed?.interval);
    if (isOffer) this.#mediaAgreed();
    return true;
  }

  #changeReceived(transaction: ServerTransaction): void {
    const isUpdate = transaction.request.method === 'UPDATE';
    const isTooSoon = this.#incoming !== undefined || !this.#changeAllowance.take(this.#parts.clock.now());
    // Two changes at one time cannot both be answered.
    if (isTooSoon || (this.#outgoing && !this.#outgoing.isPausing)) {
      transaction.reject(isTooSoon ? 500 : 491, isTooSoon ? { 'retry-after': '2' } : undefined);
      return;
    }
    this.#incoming = transaction;
    if (!isUpdate) transaction.onUnacknowledged = () => this.#lose();
    if (isUpdate && transaction.request.body.length === 0) this.#refreshed(transaction);
    else if (!this.#answerInvite()) this.#incoming = undefined;
    if (isUpdate) this.#incoming = undefined;
  }

  #refreshed({ request }: ServerTransaction): void {
    const timed = answeredInterval(request.headers);
    if (timed === 'too-small') this.#respond(422, { 'min-se': String(leastSeconds) });
    else {
      this.dialog.takeTarget(request.headers);
      this.#respond(200, timed?.headers);
      this.#time(timed?.interval);
    }
  }

  #byeReceived(transaction: ServerTransaction): void {
    transaction.reject(200);
    if (this.#state === 'dialing' || this.#state === 'ringing') this.#respond(487);
    const isReferred = this.#referral?.isAccepted === true;
    this.#end(isReferred ? { cause: 'transferred' } : { cause: 'hung-up', by: 'them' });
  }

  /** Who does not name UPDATE is refreshed by INVITE. */
  #noteAllowed({ headers }: SipRequest | SipResponse): void {
    if (headers.get('allow') !== undefined) this.#takesUpdate = headers.has('allow', 'UPDATE');
  }

  #mediaAgreed(): void {
    const { agreed } = this.#media;
    if (agreed && this.#state !== 'ended') this.events.onMedia(agreed);
  }

  #time(interval: SessionInterval | undefined): void {
    this.#interval = interval;
    this.#timers.stop('session');
    if (!interval || this.#state === 'ended') return;
    const act = () => (interval.isOurs ? this.#refresh() : this.#lose());
    this.#timers.start('session', intervalMs(interval), act);
  }

  #refresh(): void {
    this.#changes
      .add(async () => {
        if (!this.#takesUpdate || !this.#interval) return this.#reinvite(this.#media.isHeld);
        const { promise, resolve } = Promise.withResolvers<void>();
        const value = `${this.#interval.seconds};refresher=uac`;
        const headers = { supported: 'timer', 'session-expires': value };
        this.#ask(this.dialog.request('UPDATE', { headers }), (response) => {
          if (response && response.status < 300) this.#time(agreedInterval(response.headers));
          else this.#refused(response?.status);
          resolve();
        });
        return promise;
      })
      .catch(() => undefined);
  }

  #reinvite(isHeld: boolean): Promise<InviteOutcome> {
    const wasHeld = this.#media.isHeld;
    const { promise, resolve } = Promise.withResolvers<InviteOutcome>();
    const exchange = new InviteExchange(this.#exchangeParts(), { onProvisional() {}, onOutcome: resolve });
    this.#outgoing = exchange;
    const body = { type: sdpType, bytes: this.#media.offer(isHeld) };
    exchange.start(this.dialog.request('INVITE', { headers: sessionHeaders(), body }));
    return promise.then((outcome) => {
      this.#outgoing = undefined;
      // It ended meanwhile: nothing is left to wait for.
      if (this.#state === 'ended') this.#parts.onDone();
      else if (outcome.kind === 'answered' && this.#media.accept(outcome.response.body)) {
        this.#time(agreedInterval(outcome.response.headers));
        this.#mediaAgreed();
        return outcome;
      }
      this.#media.offer(wasHeld);
      if (outcome.kind !== 'answered') this.#refused(outcome.kind === 'refused' ? outcome.status : undefined);
      return outcome.kind === 'answered' ? { kind: 'refused', status: 488 } : outcome;
    });
  }

  /** A change was refused; some refusals say that there is no call any more. */
  #refused(status: number | undefined): void {
    if (status === undefined || status === 408 || status === 481) this.#lose();
  }

  /** Asks within the dialog; undefined: there was no response. */
  #ask(
    request: SipRequest,
    onAnswer: (response: SipResponse | undefined) => void,
    dialog = this.dialog,
  ): void {
    const { transactions, login, peerOf } = this.#parts;
    askInDialog({ transactions, dialog, login, request, peer: peerOf(dialog), onAnswer });
  }

  #bye(): void {
    this.#ask(this.dialog.request('BYE'), () => this.#parts.onDone());
  }

  #lose(): void {
    if (this.#state === 'ended') return;
    this.#bye();
    this.#end({ cause: 'lost' });
  }

  #become(state: CallState): void {
    if (state !== 'ringing') this.#ringing?.stop();
    this.#state = state;
    this.events.onState(state);
  }

  #end(end: CallEnd): void {
    if (this.#state === 'ended') return;
    this.#timers.stopAll();
    this.#become('ended');
    this.#referral?.left();
    this.events.onEnded(end);
    // A call that is given up is known until its last response has come.
    if (!this.#outgoing && (end.cause !== 'hung-up' || end.by === 'them')) this.#parts.onDone();
  }
}
