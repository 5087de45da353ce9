interface Piece {
  samples: Int16Array;
  /** Seconds on the socket. */
  endsAt: number;
}

/** The sound of an utterance that the vendor has not finalized: it is said again when the socket is lost. */
export class KeptSound {
  #pieces: Piece[] = [];

  add(samples: Int16Array, endsAt: number): void {
    this.#pieces.push({ samples: samples.slice(), endsAt });
  }

  /** Everything up to here has its final words. */
  dropUntil(seconds: number): void {
    this.#pieces = this.#pieces.filter(({ endsAt }) => endsAt > seconds);
  }

  /** Hands everything out, to be sent and kept anew. */
  take(): Int16Array[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces.map(({ samples }) => samples);
  }
}
