/** Lets one at a time through: the next one enters when the one before has said that it is done. */
export class ClaimGate {
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;
  #isLookWanted = false;

  enter(): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true;
      return Promise.resolve();
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /**
   * Whether somebody should be woken to look. Not where one waits to enter, who will see whatever is there by then; where
   * one is looking, who may have looked too early, it is left for later.
   */
  mayLook(): boolean {
    if (this.#waiting.length > 0) return false;
    this.#isLookWanted = this.#isTaken;
    return !this.#isTaken;
  }

  /** Returns whether somebody should look who was not woken in between. */
  leave(): boolean {
    const next = this.#waiting.shift();
    const isLookWanted = this.#isLookWanted && !next;
    this.#isLookWanted = false;
    if (next) next();
    else this.#isTaken = false;
    return isLookWanted;
  }
}
