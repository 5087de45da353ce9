import type { SipRequest, SipResponse } from '../message/sip-message.ts';
import { makeResponse } from './make-response.ts';
import { giveUpMs, type SipClock, t1Ms, t2Ms, t4Ms } from './sip-clock.ts';
import { isReliable, type SipPeer } from './sip-peer.ts';
import { TimerSet } from './timer-set.ts';

interface ServerParts {
  clock: SipClock;
  request: SipRequest;
  peer: SipPeer;
  send(message: SipResponse): void;
  onDone(): void;
}

type State = 'proceeding' | 'completed' | 'accepted' | 'confirmed' | 'done';

/** A request of the other side until its response has arrived: RFC 3261, 17.2, and RFC 6026. */
export class ServerTransaction {
  readonly request: SipRequest;
  readonly peer: SipPeer;
  /** Called when an INVITE's 2xx was never acknowledged. */
  onUnacknowledged = () => {};
  /** Called once when the caller gives up before the answer. */
  onCancel = () => {};
  #state: State = 'proceeding';
  #last: SipResponse | undefined;
  readonly #parts: ServerParts;
  readonly #timers: TimerSet;
  readonly #isInvite: boolean;

  constructor(parts: ServerParts) {
    this.#parts = parts;
    this.request = parts.request;
    this.peer = parts.peer;
    this.#timers = new TimerSet(parts.clock);
    this.#isInvite = parts.request.method === 'INVITE';
  }

  get isAnswered(): boolean {
    return this.#state !== 'proceeding';
  }

  /** Sends a response; after a final one nothing more. */
  respond(response: SipResponse): void {
    if (this.#state !== 'proceeding') return;
    this.#last = response;
    this.#parts.send(response);
    if (response.status < 200) return;
    if (!this.#isInvite) {
      // Timer J.
      this.#linger('completed', isReliable(this.peer) ? 0 : giveUpMs);
    } else if (response.status < 300) {
      this.#state = 'accepted';
      // A 2xx is repeated over every transport: it ends only with the ACK, which may take another way.
      this.#repeat(t1Ms);
      this.#timers.start('give up', giveUpMs, () => this.#unacknowledged());
    } else {
      this.#state = 'completed';
      // Timers G and H.
      if (!isReliable(this.peer)) this.#repeat(t1Ms);
      this.#timers.start('give up', giveUpMs, () => this.#end());
    }
  }

  reject(status: number, headers?: Readonly<Record<string, string>>, toTag?: string): void {
    this.respond(makeResponse(this.request, status, { ...(headers && { headers }), toTag }));
  }

  /** The same request again: its sender has not seen the response. */
  receiveAgain(): void {
    if (this.#last && this.#state !== 'confirmed') this.#parts.send(this.#last);
  }

  /** The ACK of a response has come, in this transaction or for the call. */
  acknowledge(): void {
    if (this.#state === 'completed' && this.#isInvite)
      // Timer I.
      this.#linger('confirmed', isReliable(this.peer) ? 0 : t4Ms);
    else if (this.#state === 'accepted')
      // Timer L: repetitions of the INVITE are ours until then.
      this.#linger('confirmed', giveUpMs);
  }

  cancel(): void {
    if (this.#state === 'proceeding') this.onCancel();
  }

  close(): void {
    this.#state = 'done';
    this.#timers.stopAll();
  }

  #repeat(waitMs: number): void {
    this.#timers.start('repeat', waitMs, () => {
      if (this.#last) this.#parts.send(this.#last);
      this.#repeat(Math.min(2 * waitMs, t2Ms));
    });
  }

  #unacknowledged(): void {
    this.#end();
    this.onUnacknowledged();
  }

  #linger(state: State, lingerMs: number): void {
    this.#state = state;
    this.#timers.stopAll();
    this.#timers.start('linger', lingerMs, () => this.#end());
  }

  #end(): void {
    this.close();
    this.#parts.onDone();
  }
}
