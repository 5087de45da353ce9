interface Waiting {
  message: string | Uint8Array;
  size: number;
}

/** Messages that wait for their one reader; `onFull` is called once when the limit is exceeded. */
export class MessageQueue implements AsyncIterable<string | Uint8Array> {
  readonly #maxBytes: number;
  readonly #onFull: () => void;
  #waiting: Waiting[] = [];
  #bytes = 0;
  #isEnded = false;
  #wake: (() => void) | undefined;

  constructor(maxBytes: number, onFull: () => void) {
    this.#maxBytes = maxBytes;
    this.#onFull = onFull;
  }

  push(message: string | Uint8Array, size: number): void {
    if (this.#isEnded) return;
    this.#bytes += size;
    if (this.#bytes > this.#maxBytes) {
      this.end();
      this.#onFull();
      return;
    }
    this.#waiting.push({ message, size });
    this.#wake?.();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string | Uint8Array> {
    for (;;) {
      const next = this.#waiting.shift();
      if (next) {
        this.#bytes -= next.size;
        yield next.message;
      } else if (this.#isEnded) {
        return;
      } else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }
}
