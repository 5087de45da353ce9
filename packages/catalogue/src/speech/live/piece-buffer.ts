/** Puts frames together until they are as long as a vendor wants them. */
export class PieceBuffer {
  readonly #leastSamples: number;
  #frames: Int16Array[] = [];
  #samples = 0;

  constructor(leastSamples: number) {
    this.#leastSamples = leastSamples;
  }

  /** Samples that wait for more. */
  get waiting(): number {
    return this.#samples;
  }

  /** Returns a piece that is long enough, or undefined while there is none. */
  add(frame: Int16Array): Int16Array | undefined {
    if (this.#samples === 0 && frame.length >= this.#leastSamples) return frame;
    // A caller may use its frame again.
    this.#frames.push(frame.slice());
    this.#samples += frame.length;
    return this.#samples >= this.#leastSamples ? this.#take(this.#samples) : undefined;
  }

  /** The rest with silence after it, as long as a piece must be; undefined when nothing is left. */
  takePadded(): Int16Array | undefined {
    return this.#samples === 0 ? undefined : this.#take(Math.ceil(this.#leastSamples));
  }

  clear(): void {
    this.#frames = [];
    this.#samples = 0;
  }

  #take(length: number): Int16Array {
    const piece = new Int16Array(length);
    let at = 0;
    for (const frame of this.#frames) {
      piece.set(frame, at);
      at += frame.length;
    }
    this.clear();
    return piece;
  }
}
