import type { SipRequest } from '../message/sip-message.ts';
import { readCSeq } from '../message/sip-message.ts';
import { giveUpMs, type SipClock, t1Ms } from '../transaction/sip-clock.ts';
import { TimerSet } from '../transaction/timer-set.ts';

interface RingingParts {
  clock: SipClock;
  invite: SipRequest;
  /** Sends the provisional response with these headers. */
  respond(headers: Readonly<Record<string, string>>): void;
  /** The caller has never acknowledged it. */
  onLost(): void;
}

/** Ringing that the caller wants to acknowledge: repeated until its PRACK comes. RFC 3262, 3. */
export class ReliableRinging {
  readonly #parts: RingingParts;
  readonly #timers: TimerSet;
  readonly #number = 1;
  #isAwaited = true;

  constructor(parts: RingingParts) {
    this.#parts = parts;
    this.#timers = new TimerSet(parts.clock);
    this.#timers.start('give up', giveUpMs, () => {
      this.stop();
      parts.onLost();
    });
    this.#send(t1Ms);
  }

  /** Whether a PRACK is about this response, and the first one that is. */
  acknowledge({ headers }: SipRequest): boolean {
    const [number, invite, method] = (headers.get('rack') ?? '').trim().split(/\s+/);
    const { number: own } = readCSeq(this.#parts.invite);
    const isOurs = Number(number) === this.#number && Number(invite) === own && method === 'INVITE';
    if (!isOurs || !this.#isAwaited) return false;
    this.#isAwaited = false;
    this.stop();
    return true;
  }

  /** There is another answer now: it is repeated no more, but may still be acknowledged. */
  stop(): void {
    this.#timers.stopAll();
  }

  #send(waitMs: number): void {
    this.#parts.respond({ require: '100rel', rseq: String(this.#number) });
    this.#timers.start('repeat', waitMs, () => this.#send(2 * waitMs));
  }
}
