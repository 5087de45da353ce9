import type { SipRequest, SipResponse } from '../message/sip-message.ts';
import type { ServerTransaction } from '../transaction/server-transaction.ts';
import type { Dialog } from './dialog.ts';
import { ReceivedReferral, readReferTarget } from './received-referral.ts';

/** A call is asked for more of them by a loop, or by somebody who tries numbers. */
const mostAsked = 10;

interface GateParts {
  dialog: Dialog;
  ask(request: SipRequest, onAnswer: (response: SipResponse | undefined) => void): void;
}

/** What becomes of the REFERs of one call: one at a time, and few altogether. */
export class ReferGate {
  readonly #parts: GateParts;
  #asked = 0;
  #isPending = false;

  constructor(parts: GateParts) {
    this.#parts = parts;
  }

  /** Passes a REFER on; without somebody who decides about it, it is declined. */
  receive(transaction: ServerTransaction, decide: ((referral: ReceivedReferral) => void) | undefined): void {
    if (this.#isPending) {
      transaction.reject(491);
      return;
    }
    this.#asked += 1;
    const target = readReferTarget(transaction.request);
    // Where a call goes is decided here: nobody outside may send it, at our cost, to a number of his own.
    if (!decide || this.#asked > mostAsked) transaction.reject(603);
    else if (!target) transaction.reject(400);
    else {
      this.#isPending = true;
      const onDone = () => {
        this.#isPending = false;
      };
      const isNamed = this.#asked > 1;
      decide(new ReceivedReferral(target, { ...this.#parts, transaction, isNamed, onDone }));
    }
  }
}
