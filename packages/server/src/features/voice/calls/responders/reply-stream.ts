import type { ReplyPart } from '@tendril/voice/responder';

/** The pieces of one reply, from their sender to the call that speaks them. */
export class ReplyStream {
  readonly id: number;
  #parts: ReplyPart[] = [];
  #isComplete = false;
  #failure: Error | undefined;
  #wake = () => {};

  constructor(id: number) {
    this.id = id;
  }

  /** Nothing has come yet. */
  get isUntouched(): boolean {
    return this.#parts.length === 0 && !this.#isComplete && !this.#failure;
  }

  get isComplete(): boolean {
    return this.#isComplete;
  }

  push(parts: readonly ReplyPart[]): void {
    if (this.#isComplete) return;
    this.#parts.push(...parts);
    this.#wake();
  }

  complete(): void {
    this.#isComplete = true;
    this.#wake();
  }

  fail(error: Error): void {
    this.#failure ??= error;
    this.#wake();
  }

  /**
   * The pieces as they arrive; `late` is called when none has come for a while, and may complete or fail the stream.
   */
  async *read(signal: AbortSignal, waitMs: number, late: () => void): AsyncGenerator<ReplyPart> {
    const stop = () => this.complete();
    signal.addEventListener('abort', stop, { once: true });
    try {
      for (;;) {
        if (signal.aborted) return;
        const part = this.#parts.shift();
        if (part) yield part;
        else if (this.#failure) throw this.#failure;
        else if (this.#isComplete) return;
        else await this.#next(waitMs, late);
      }
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  #next(waitMs: number, late: () => void): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(late, waitMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
