import type { RealtimeUsage } from './realtime-messages.ts';

/** A piece of a spoken reply: sound at 24 kHz, words, a function that the model calls, or its end. */
type RealtimePart =
  | { type: 'sound'; samples: Int16Array; itemId: string }
  | { type: 'words'; text: string }
  | { type: 'call'; toolId: string; name: string; arguments: string }
  | { type: 'end'; usage: RealtimeUsage | undefined };

/** One response of the vendor, in the order of its arrival, for a single reader. */
export class RealtimeReply {
  /** The vendor's id, once it is known. */
  id: string | undefined;
  isDone = false;
  isCancelled = false;
  /** The item with its sound, and how much of that there is. */
  itemId: string | undefined;
  soundMs = 0;
  readonly #parts: RealtimePart[] = [];
  #failure: { error: unknown } | undefined;
  #wake: (() => void) | undefined;

  push(part: RealtimePart): void {
    if (part.type === 'end') this.isDone = true;
    if (part.type === 'sound') {
      this.itemId = part.itemId;
      this.soundMs += part.samples.length / samplesPerMs;
    }
    this.#parts.push(part);
    this.#wake?.();
  }

  fail(error: unknown): void {
    this.isDone = true;
    this.#failure ??= { error };
    this.#wake?.();
  }

  /** Ends after the last part. Throws what ended it early. */
  async *parts(): AsyncGenerator<RealtimePart> {
    for (;;) {
      const part = this.#parts.shift();
      if (part) {
        yield part;
        if (part.type === 'end') return;
        continue;
      }
      if (this.#failure) throw this.#failure.error;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

const samplesPerMs = 24;
