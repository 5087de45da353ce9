import { type CallClock, realClock } from '../call-clock.ts';

/** How often a clock is kept going, and how long it goes on without. */
export const beatMs = 20;
const graceMs = 60;

/**
 * The clock of calls to which nobody listens: it goes on only while the server keeps it going. So a process
 * that is stopped for a while, by whatever else it does, makes nothing in them late, neither their sound nor their
 * figures.
 */
export class BeatenClock implements CallClock {
  private at = 0;
  private beatenAt: number;
  private readonly clock: CallClock;

  constructor(clock: CallClock = realClock) {
    this.clock = clock;
    this.beatenAt = clock.now();
  }

  /** It goes on for a little longer than until the next beat is due. */
  beat(): void {
    this.at = this.now();
    this.beatenAt = this.clock.now();
  }

  now(): number {
    return this.at + Math.min(this.clock.now() - this.beatenAt, graceMs);
  }

  after(waitMs: number, act: () => void): () => void {
    const dueAt = this.now() + Math.max(0, waitMs);
    let cancel = () => {};
    const wait = () => {
      const isStopped = this.clock.now() - this.beatenAt >= graceMs;
      const restMs = Math.max(0, dueAt - this.now());
      cancel = this.clock.after(isStopped ? Math.max(restMs, beatMs) : restMs, () =>
        this.now() >= dueAt ? act() : wait(),
      );
    };
    wait();
    return () => cancel();
  }
}
