import type { SipClock } from '../transaction/sip-clock.ts';

/** A clock that stands still until it is moved. */
export class ManualClock implements SipClock {
  #time = 0;
  #count = 0;
  readonly #waiting = new Map<number, { at: number; act: () => void }>();

  now(): number {
    return this.#time;
  }

  after(waitMs: number, act: () => void): () => void {
    this.#count += 1;
    const id = this.#count;
    this.#waiting.set(id, { at: this.#time + Math.max(0, waitMs), act });
    return () => this.#waiting.delete(id);
  }

  /** Timers that have neither fired nor been cancelled. */
  get pending(): number {
    return this.#waiting.size;
  }

  advance(ms: number): void {
    const end = this.#time + ms;
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.#time = Math.max(this.#time, next[1].at);
      this.#waiting.delete(next[0]);
      next[1].act();
    }
    this.#time = end;
  }

  #next(end: number) {
    return [...this.#waiting].filter(([, { at }]) => at <= end).toSorted((a, b) => a[1].at - b[1].at)[0];
  }
}
