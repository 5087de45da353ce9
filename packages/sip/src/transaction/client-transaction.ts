import type { SipRequest, SipResponse } from '../message/sip-message.ts';
import { acknowledge } from './acknowledge.ts';
import { giveUpMs, type SipClock, t1Ms, t2Ms, t4Ms } from './sip-clock.ts';
import { isReliable, type SipPeer } from './sip-peer.ts';
import { TimerSet } from './timer-set.ts';

export interface ClientEvents {
  /** Each provisional response, and the final one; of an INVITE every repetition of its 2xx too. */
  onResponse(response: SipResponse): void;
  /** Nobody has answered, or nothing could be sent. */
  onFailure(kind: 'timeout' | 'transport'): void;
}

interface ClientParts {
  clock: SipClock;
  request: SipRequest;
  peer: SipPeer;
  send(message: SipRequest): void;
  events: ClientEvents;
  /** The transaction is over and forgotten. */
  onDone(): void;
}

/** A request of ours until its final response: RFC 3261, 17.1, and RFC 6026. */
export class ClientTransaction {
  readonly request: SipRequest;
  readonly peer: SipPeer;
  #state: 'calling' | 'proceeding' | 'completed' | 'accepted' | 'done' = 'calling';
  readonly #parts: ClientParts;
  readonly #timers: TimerSet;
  readonly #isInvite: boolean;

  constructor(parts: ClientParts) {
    this.#parts = parts;
    this.request = parts.request;
    this.peer = parts.peer;
    this.#timers = new TimerSet(parts.clock);
    this.#isInvite = parts.request.method === 'INVITE';
  }

  start(): void {
    this.#parts.send(this.request);
    // Timers A and E.
    if (!isReliable(this.peer)) this.#repeat(t1Ms);
    // Timers B and F.
    this.#timers.start('give up', giveUpMs, () => this.fail('timeout'));
  }

  receive(response: SipResponse): void {
    if (this.#state === 'done') return;
    if (response.status < 200) this.#provisional(response);
    else if (this.#isInvite) this.#inviteAnswered(response);
    else if (this.#state !== 'completed') {
      // Timer K.
      this.#finish('completed', isReliable(this.peer) ? 0 : t4Ms);
      this.#parts.events.onResponse(response);
    }
  }

  fail(kind: 'timeout' | 'transport'): void {
    if (this.#state !== 'calling' && this.#state !== 'proceeding') return;
    this.#end();
    this.#parts.events.onFailure(kind);
  }

  /** Forgets the transaction without a word. */
  close(): void {
    this.#state = 'done';
    this.#timers.stopAll();
  }

  #provisional(response: SipResponse): void {
    if (this.#state !== 'calling' && this.#state !== 'proceeding') return;
    this.#state = 'proceeding';
    if (this.#isInvite) {
      // From here on a person is called, who may take longer; the caller decides how long it rings.
      this.#timers.stopAll();
    } else if (!isReliable(this.peer)) this.#repeat(t2Ms);
    this.#parts.events.onResponse(response);
  }

  #inviteAnswered(response: SipResponse): void {
    if (response.status < 300) {
      if (this.#state === 'completed') return;
      // Timer M: the other side repeats its answer until the ACK has arrived, which the call sends.
      if (this.#state !== 'accepted') this.#finish('accepted', giveUpMs);
      this.#parts.events.onResponse(response);
      return;
    }
    if (this.#state === 'accepted') return;
    this.#parts.send(acknowledge(this.request, response));
    if (this.#state === 'completed') return;
    // Timer D.
    this.#finish('completed', isReliable(this.peer) ? 0 : giveUpMs);
    this.#parts.events.onResponse(response);
  }

  #repeat(waitMs: number): void {
    this.#timers.start('repeat', waitMs, () => {
      this.#parts.send(this.request);
      const next = this.#isInvite ? 2 * waitMs : Math.min(2 * waitMs, t2Ms);
      if (this.#state === 'calling' || !this.#isInvite) this.#repeat(next);
    });
  }

  #finish(state: 'completed' | 'accepted', lingerMs: number): void {
    this.#state = state;
    this.#timers.stopAll();
    this.#timers.start('linger', lingerMs, () => this.#end());
  }

  #end(): void {
    this.close();
    this.#parts.onDone();
  }
}
