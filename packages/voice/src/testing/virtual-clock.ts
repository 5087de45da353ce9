import type { CallClock } from '../call-clock.ts';

/** A clock that stands still until it is moved. Between two moments all pending promises settle. */
export class VirtualClock implements CallClock {
  private time = 0;
  private count = 0;
  private readonly waiting = new Map<number, { at: number; act: () => void }>();

  now(): number {
    return this.time;
  }

  after(waitMs: number, act: () => void): () => void {
    this.count += 1;
    const id = this.count;
    this.waiting.set(id, { at: this.time + Math.max(0, waitMs), act });
    return () => this.waiting.delete(id);
  }

  /** Timers that have neither fired nor been cancelled. */
  get pending(): number {
    return this.waiting.size;
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  async advance(ms: number): Promise<void> {
    const end = this.time + ms;
    await settle();
    for (let next = this.next(end); next; next = this.next(end)) {
      const [id, { at, act }] = next;
      this.time = Math.max(this.time, at);
      this.waiting.delete(id);
      act();
      await settle();
    }
    this.time = end;
  }

  /** Advances until something is true; throws when that does not happen in time. */
  async until(isSo: () => boolean, longestMs = 60_000): Promise<void> {
    for (const end = this.time + longestMs; this.time < end; ) {
      if (isSo()) return;
      await this.advance(10);
    }
    if (!isSo()) throw new Error(`Not within ${longestMs} ms of the call.`);
  }

  private next(end: number): [number, { at: number; act: () => void }] | undefined {
    let first: [number, { at: number; act: () => void }] | undefined;
    for (const entry of this.waiting)
      if (entry[1].at <= end && (!first || entry[1].at < first[1].at)) first = entry;
    return first;
  }
}

/** Lets every promise that can settle do so. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
