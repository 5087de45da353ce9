/** Collects the sound of an utterance; what goes beyond the limit is dropped. */
export class SampleBuffer {
  readonly #limit: number;
  #pieces: Int16Array[] = [];
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get length(): number {
    return this.#length;
  }

  push(samples: Int16Array): void {
    if (this.#length + samples.length > this.#limit) return;
    // The sender of a frame may reuse its memory.
    this.#pieces.push(samples.slice());
    this.#length += samples.length;
  }

  /** Everything so far, in one piece. */
  take(): Int16Array {
    const whole = new Int16Array(this.#length);
    let at = 0;
    for (const piece of this.#pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    this.#pieces = [];
    this.#length = 0;
    return whole;
  }
}
