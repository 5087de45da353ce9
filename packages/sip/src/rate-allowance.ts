interface Rate {
  perSecond: number;
  /** So many at once, after a time without any. */
  atOnce: number;
}

/** How much of something the other side may still send. */
export class RateAllowance {
  readonly #rate: Rate;
  #left: number;
  #atMs: number | undefined;

  constructor(rate: Rate) {
    this.#rate = rate;
    this.#left = rate.atOnce;
  }

  /** Whether one more is within it. */
  take(nowMs: number): boolean {
    const { perSecond, atOnce } = this.#rate;
    const grown = ((nowMs - (this.#atMs ?? nowMs)) / 1000) * perSecond;
    this.#left = Math.min(atOnce, this.#left + grown);
    this.#atMs = nowMs;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
