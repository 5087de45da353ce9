import type { CallClock } from '@tendril/voice/call-clock';

/** The place of a piece of sound on its line. */
interface HeardPlace {
  sequence: number;
  spokenMs: number;
}

/** Counts the pieces of a line through, though another call may carry it in the middle. */
export class PlaceCounter {
  readonly #clock: CallClock;
  #start: HeardPlace = { sequence: 0, spokenMs: 0 };
  #last: HeardPlace | undefined;
  #lastAt = 0;

  constructor(clock: CallClock) {
    this.#clock = clock;
  }

  place({ sequence, spokenMs }: HeardPlace): HeardPlace {
    const place = { sequence: this.#start.sequence + sequence, spokenMs: this.#start.spokenMs + spokenMs };
    if (!this.#last || place.sequence > this.#last.sequence) {
      this.#last = place;
      this.#lastAt = this.#clock.now();
    }
    return place;
  }

  /** What comes now is counted from its own beginning: it goes on behind what has come. */
  goOn(): void {
    if (!this.#last) return;
    const passedMs = this.#clock.now() - this.#lastAt;
    this.#start = { sequence: this.#last.sequence + 1, spokenMs: this.#last.spokenMs + passedMs };
  }
}
