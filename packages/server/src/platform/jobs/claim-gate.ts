/** Lets one at a time through: the next one enters when the one before has said that it is done. */
export class ClaimGate {
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;

  enter(): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true;
      return Promise.resolve();
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isTaken = false;
  }
}
