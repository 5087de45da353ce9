/**
 * How much of what was sent has been played, by the marks that come back. Between two of them sound plays in real
 * time; after a clear, marks of what was dropped come back too, and do not count.
 */
export class PlayedClock {
  #sentMs = 0;
  #markedMs = 0;
  #markedAt: number | undefined;
  #epoch = 0;
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Counts sound that is being sent; returns the name of a mark behind it. */
  send(ms: number): string {
    this.#sentMs += ms;
    return `${this.#epoch}:${Math.round(this.#sentMs)}`;
  }

  /** A mark has come back. */
  note(name: string): void {
    const [epoch, ms] = name.split(':', 2).map(Number);
    if (epoch !== this.#epoch || ms === undefined || !(ms >= this.#markedMs) || ms > this.#sentMs + 1) return;
    this.#markedMs = ms;
    this.#markedAt = this.#now();
  }

  /** What was sent and not played is dropped. */
  clear(): void {
    const playedMs = this.playedMs();
    this.#epoch += 1;
    this.#sentMs = playedMs;
    this.#markedMs = playedMs;
    this.#markedAt = undefined;
  }

  playedMs(): number {
    if (this.#markedAt === undefined) return this.#markedMs;
    return Math.min(this.#sentMs, this.#markedMs + this.#now() - this.#markedAt);
  }
}
