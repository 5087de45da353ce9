import type { ServerTransaction } from '../transaction/server-transaction.ts';
import type { SipClock } from '../transaction/sip-clock.ts';

/** The other side did not begin to call the new one. */
export class ReferralRefused extends Error {}

/** A REFER of ours until the other side has said what became of it: RFC 3515. */
export class Referral {
  /** Settles when the other side has reached the new one; rejects when it could not. */
  readonly done: Promise<void>;
  /** The other side has begun to call. */
  isAccepted = false;
  readonly #resolve: () => void;
  readonly #reject: (error: Error) => void;
  readonly #cancel: () => void;

  constructor(clock: SipClock, longestMs: number) {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.done = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#cancel = clock.after(longestMs, () => this.#fail('was not answered in time'));
    promise.catch(() => undefined);
  }

  /** The response to the REFER itself; undefined: there was none. */
  answered(status: number | undefined): void {
    if (status !== undefined && status < 300) this.isAccepted = true;
    else {
      this.#cancel();
      const how = status === undefined ? 'was not answered' : `was refused (${status})`;
      this.#reject(new ReferralRefused(`The transfer ${how}.`));
    }
  }

  /** The body of a NOTIFY: the first line of the response that the new call has got. */
  notified(fragment: string): void {
    const status = Number(/^SIP\/2\.0 (\d{3})/.exec(fragment)?.[1] ?? 0);
    if (status >= 200 && status < 300) this.#succeed();
    else if (status >= 300) this.#fail(`failed (${status})`);
  }

  /** The call is over: who has begun to call has no reason to stay. */
  left(): void {
    if (this.isAccepted) this.#succeed();
    else this.#fail('was cut off');
  }

  #succeed(): void {
    this.#cancel();
    this.#resolve();
  }

  #fail(how: string): void {
    this.#cancel();
    this.#reject(new Error(`The transfer ${how}.`));
  }
}

/** A NOTIFY of the other side, about a REFER of ours if there is one. */
export function takeNotify(transaction: ServerTransaction, referral: Referral | undefined): void {
  const { headers, body } = transaction.request;
  const isReferral = /^refer\b/i.test(headers.get('event') ?? '');
  if (!isReferral || !referral) {
    transaction.reject(isReferral ? 481 : 489);
    return;
  }
  transaction.reject(200);
  referral.notified(Buffer.from(body.subarray(0, 400)).toString('latin1'));
}
