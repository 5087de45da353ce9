/** Changes of a call, one after the other: a second INVITE has to wait for the end of the first. */
export class ChangeQueue {
  readonly #isOpen: () => boolean;
  #last: Promise<unknown> = Promise.resolve();

  constructor(isOpen: () => boolean) {
    this.#isOpen = isOpen;
  }

  /** Rejects once the call is over. */
  add<T>(act: () => Promise<T>): Promise<T> {
    const next = this.#last.then(() => {
      if (!this.#isOpen()) throw new Error('The call is over.');
      return act();
    });
    this.#last = next.catch(() => undefined);
    return next;
  }
}
