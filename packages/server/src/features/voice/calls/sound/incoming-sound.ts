import type { AudioFrame } from '@tendril/voice/audio-format';
import type { LinePause } from '@tendril/voice/audio-transport';

/** More than arrives at once after a stall. */
const mostWaiting = 1500;

/** What has come on a line and was not read yet; read once, in its order. */
export class IncomingSound implements AsyncIterable<AudioFrame | LinePause> {
  #waiting: (AudioFrame | LinePause)[] = [];
  #isOver = false;
  #isRead = false;
  #fault: { error: unknown } | undefined;
  #wake = () => {};

  /** Pieces that nobody has read yet. */
  get waiting(): number {
    return this.#waiting.length;
  }

  push(piece: AudioFrame | LinePause): void {
    if (this.#isOver) return;
    this.#waiting.push(piece);
    if (this.#waiting.length > mostWaiting) this.#waiting.shift();
    this.#wake();
  }

  /** What has come before anybody read it is for nobody. */
  skipUnread(): void {
    if (!this.#isRead) this.#waiting = [];
  }

  end(): void {
    this.#isOver = true;
    this.#wake();
  }

  /** Who reads it is told why there is no more. */
  fail(error: unknown): void {
    if (this.#isOver) return;
    this.#fault = { error };
    this.end();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<AudioFrame | LinePause> {
    this.#isRead = true;
    for (;;) {
      const piece = this.#waiting.shift();
      if (piece) yield piece;
      else if (this.#fault) throw this.#fault.error;
      else if (this.#isOver) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}
