import type { CallClock } from '@tendril/voice/call-clock';

const windowMs = 60_000;
/** Addresses that are remembered: a scanner with more of them meets the limit of all. */
const mostAddresses = 10_000;
const perAddress = 20;
const ofAll = 300;
const wrongPerAddress = 5;

interface Attempts {
  since: number;
  count: number;
  wrong: number;
}

/** How often those whom nobody knows may try: scanners of telephone systems never stop, and are not answered. */
export class AttemptLimits {
  readonly #clock: CallClock;
  readonly #byAddress = new Map<string, Attempts>();
  #all: Attempts;

  constructor(clock: CallClock) {
    this.#clock = clock;
    this.#all = { since: clock.now(), count: 0, wrong: 0 };
  }

  /** Counts an attempt; false when it is not to be answered. */
  allows(address: string): boolean {
    const now = this.#clock.now();
    if (now - this.#all.since > windowMs) this.#all = { since: now, count: 0, wrong: 0 };
    const own = this.#of(address);
    own.count += 1;
    this.#all.count += 1;
    return own.count <= perAddress && own.wrong < wrongPerAddress && this.#all.count <= ofAll;
  }

  /** A password was wrong. */
  noteWrong(address: string): void {
    this.#of(address).wrong += 1;
  }

  #of(address: string): Attempts {
    const now = this.#clock.now();
    const known = this.#byAddress.get(address);
    // A wrong password is held against an address for ten times as long.
    const lastsMs = known && known.wrong > 0 ? 10 * windowMs : windowMs;
    if (known && now - known.since <= lastsMs) return known;
    const fresh = { since: now, count: 0, wrong: 0 };
    this.#byAddress.delete(address);
    this.#byAddress.set(address, fresh);
    const [oldest] = this.#byAddress.keys();
    if (this.#byAddress.size > mostAddresses && oldest !== undefined) this.#byAddress.delete(oldest);
    return fresh;
  }
}
