import type { SipClock } from './sip-clock.ts';

/** The timers of one transaction or call by their names; all end together. */
export class TimerSet {
  readonly #clock: SipClock;
  readonly #running = new Map<string, () => void>();

  constructor(clock: SipClock) {
    this.#clock = clock;
  }

  /** Starts or restarts a timer. */
  start(name: string, waitMs: number, act: () => void): void {
    this.stop(name);
    const cancel = this.#clock.after(waitMs, () => {
      this.#running.delete(name);
      act();
    });
    this.#running.set(name, cancel);
  }

  stop(name: string): void {
    this.#running.get(name)?.();
    this.#running.delete(name);
  }

  stopAll(): void {
    for (const cancel of this.#running.values()) cancel();
    this.#running.clear();
  }
}
