import { randomInt } from 'node:crypto';
import type { DigestClient } from '../auth/digest-client.ts';
import { tagOf } from '../message/name-address.ts';
import { readCSeq, type SipRequest, type SipResponse } from '../message/sip-message.ts';
import { cancelOf } from '../transaction/acknowledge.ts';
import type { ClientTransaction } from '../transaction/client-transaction.ts';
import { giveUpMs, type SipClock } from '../transaction/sip-clock.ts';
import type { SipPeer } from '../transaction/sip-peer.ts';
import type { SipTransactions } from '../transaction/sip-transactions.ts';
import type { Dialog } from './dialog.ts';
import { sessionHeaders } from './session-timer.ts';

/** What became of an INVITE of ours. */
export type InviteOutcome =
  | { kind: 'answered'; response: SipResponse }
  | { kind: 'refused'; status: number }
  | { kind: 'failed' };

interface ExchangeParts {
  clock: SipClock;
  transactions: SipTransactions;
  dialog: Dialog;
  login: DigestClient | undefined;
  /** Where requests of the call go at this moment. */
  peer(): SipPeer;
  /** Goes over to the next place of the other side, where there is one. */
  nextPlace?: { has(): boolean; take(): void };
}

interface ExchangeEvents {
  onProvisional(response: SipResponse): void;
  /** Called once. */
  onOutcome(outcome: InviteOutcome): void;
}

/** A challenge, a session interval or a collision is answered by asking again; more often it is a loop. */
const mostRounds = 4;
/** How long one of several places may say nothing. */
const silentPlaceMs = 4000;

/** An INVITE of ours, with everything that is asked for before it is answered. */
export class InviteExchange {
  readonly #parts: ExchangeParts;
  readonly #events: ExchangeEvents;
  #transaction: ClientTransaction | undefined;
  #rounds = 0;
  #isOver = false;
  #isCancelled = false;
  #hasProvisional = false;
  /** Nothing of ours is on its way: the other side may ask for its change first. */
  isPausing = false;
  #acknowledgement: { tag: string | undefined; send(): void } | undefined;

  constructor(parts: ExchangeParts, events: ExchangeEvents) {
    this.#parts = parts;
    this.#events = events;
  }

  start(invite: SipRequest): void {
    const { login } = this.#parts;
    this.#send(login ? login.authorize(invite) : invite);
  }

  /** Gives the call up. A response may be on its way: what it opens is closed at once. */
  cancel(): void {
    if (this.#isOver || this.#isCancelled) return;
    this.#isCancelled = true;
    if (this.#hasProvisional) this.#sendCancel();
  }

  #send(invite: SipRequest): void {
    this.#rounds += 1;
    this.#hasProvisional = false;
    this.#transaction = this.#parts.transactions.request(invite, this.#parts.peer(), {
      onResponse: (response) => this.#take(response),
      onFailure: () => this.#failOver() || this.#end({ kind: 'failed' }),
    });
    this.#watchSilence(this.#transaction);
  }

  #take(response: SipResponse): void {
    if (response.status < 200) this.#provisional(response);
    else if (response.status < 300) this.#answered(response);
    else if (this.#isOver) return;
    else if (this.#isCancelled) this.#end({ kind: 'refused', status: 487 });
    else if (response.status === 503 && this.#failOver()) return;
    else if (!this.#askAgain(response)) this.#end({ kind: 'refused', status: response.status });
  }

  /** A place that says nothing is not waited for as long as the standard allows, while there is another one. */
  #watchSilence(transaction: ClientTransaction): void {
    const { clock, nextPlace } = this.#parts;
    if (!nextPlace?.has()) return;
    clock.after(silentPlaceMs, () => {
      if (!this.#hasProvisional && this.#transaction === transaction) transaction.fail('timeout');
    });
  }

  /** Asks the next place of the other side; returns whether there is one. */
  #failOver(): boolean {
    const { nextPlace, dialog } = this.#parts;
    const request = this.#transaction?.request;
    if (!request || this.#isOver || this.#isCancelled || !nextPlace?.has()) return false;
    nextPlace.take();
    this.#rounds = 0;
    this.#send(dialog.renumber(request));
    return true;
  }

  #provisional(response: SipResponse): void {
    this.#hasProvisional = true;
    if (this.#isCancelled) this.#sendCancel();
    else if (!this.#isOver) this.#events.onProvisional(response);
  }

  #sendCancel(): void {
    if (!this.#transaction) return;
    const transaction = this.#transaction;
    const { clock, transactions } = this.#parts;
    const events = { onResponse: () => {}, onFailure: () => {} };
    transactions.request(cancelOf(transaction.request), transaction.peer, events);
    // Some answer the CANCEL only.
    clock.after(giveUpMs, () => transaction.fail('timeout'));
  }

  #answered(response: SipResponse): void {
    const { dialog } = this.#parts;
    const tag = tagOf(response.headers.get('to'));
    if (this.#acknowledgement?.tag === tag && this.#acknowledgement) {
      // The ACK was lost.
      this.#acknowledgement.send();
      return;
    }
    // Somebody else has picked up too: one call is one line.
    if (this.#isOver) return;
    const invite = this.#transaction?.request;
    if (!invite) return;
    dialog.confirm(response);
    const ack = dialog.acknowledge(invite);
    const peer = this.#parts.peer();
    const sent = this.#parts.transactions.withVia(ack, peer);
    const send = () => this.#parts.transactions.sendRequest(sent, peer);
    this.#acknowledgement = { tag, send };
    send();
    this.#end({ kind: 'answered', response });
  }

  /** Whether a refusal was about something that can be put right. */
  #askAgain(response: SipResponse): boolean {
    const { dialog, login, clock } = this.#parts;
    const request = this.#transaction?.request;
    if (!request || this.#rounds >= mostRounds) return false;
    const { status } = response;
    if (status === 401 || status === 407) {
      const again = login?.answer(dialog.renumber(request), response);
      if (again) this.#send(again);
      return again !== undefined;
    }
    if (status === 422) {
      const least = Number(/^\d{1,6}/.exec(response.headers.get('min-se') ?? '')?.[0] ?? 0);
      const again = dialog.renumber(request);
      for (const [name, value] of Object.entries(sessionHeaders(least))) again.headers.set(name, value);
      this.#send(again);
      return true;
    }
    if (status !== 491) return false;
    // Both have asked for a change at the same time.
    this.isPausing = true;
    clock.after(randomInt(100, 2100), () => {
      this.isPausing = false;
      if (!this.#isOver) this.#send(dialog.renumber(request));
    });
    return true;
  }

  #end(outcome: InviteOutcome): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#events.onOutcome(outcome);
  }

  /** The number of the INVITE, which a PRACK names. */
  get number(): number {
    return this.#transaction ? readCSeq(this.#transaction.request).number : 0;
  }
}
