import type { SpokenPart } from './voice-socket-protocol.ts';

/** The parts of one sentence in the order of their arrival, for a single reader. */
export class SentenceParts {
  readonly #parts: SpokenPart[] = [];
  #wake: (() => void) | undefined;
  #failure: { error: unknown } | undefined;

  push(part: SpokenPart): void {
    this.#parts.push(part);
    this.#wake?.();
  }

  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#wake?.();
  }

  /** Throws what ended it early, after everything that came before. */
  async next(): Promise<SpokenPart> {
    for (;;) {
      const part = this.#parts.shift();
      if (part) return part;
      if (this.#failure) throw this.#failure.error;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
