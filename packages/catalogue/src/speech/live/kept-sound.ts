interface Piece {
  samples: Int16Array;
  /** Seconds on the socket. */
  endsAt: number;
  /** Samples of the utterance before it. */
  place: number;
}

/** The sound of an utterance that the vendor has not finalized: it is sent again when the socket is lost. */
export class KeptSound {
  #pieces: Piece[] = [];

  add(samples: Int16Array, endsAt: number, place: number): void {
    this.#pieces.push({ samples: samples.slice(), endsAt, place });
  }

  /** Everything up to here has final words. */
  dropUntil(seconds: number): void {
    this.#pieces = this.#pieces.filter(({ endsAt }) => endsAt > seconds);
  }

  /** Takes everything, to be sent and kept again. */
  take(): Pick<Piece, 'samples' | 'place'>[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }
}
