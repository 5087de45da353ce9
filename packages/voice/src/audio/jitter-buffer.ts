import type { AudioFrame } from '../audio-format.ts';
import type { CallClock } from '../call-clock.ts';
import { FrameFigures } from './frame-figures.ts';

/** How long frames behind a missing one wait for it. */
const holdMs = 60;
/** More waiting frames than this are not out of order: what is missing is lost. */
const mostHeld = 50;

/**
 * Brings the frames of a line into the order in which they were sent. A frame in its turn passes at once; one that is
 * missing is waited for a little, then it is lost. Frames without a number come from a line that keeps their order.
 */
export class JitterBuffer {
  readonly figures = new FrameFigures();
  private readonly held = new Map<number, AudioFrame>();
  private next: number | undefined;
  private cancel: (() => void) | undefined;
  private readonly clock: CallClock;
  private readonly release: (frame: AudioFrame) => void;

  constructor(clock: CallClock, release: (frame: AudioFrame) => void) {
    this.clock = clock;
    this.release = release;
  }

  push(frame: AudioFrame): void {
    const { place } = frame;
    if (!place) {
      this.release(frame);
      return;
    }
    this.next ??= place.sequence;
    // Twice the same, or too late.
    if (place.sequence < this.next) {
      this.figures.noteBehind(place.sequence);
      return;
    }
    if (frame.isRecovered) this.figures.noteSkipped(place.sequence, place.sequence + 1);
    else if (!this.held.has(place.sequence)) this.figures.noteReceived(place, this.clock.now());
    this.held.set(place.sequence, frame);
    this.releaseReady();
    if (this.held.size > mostHeld) this.skip();
    else if (this.held.size > 0) this.cancel ??= this.clock.after(holdMs, () => this.skip());
  }

  /** Nothing comes any more that could fill a gap. */
  flush(): void {
    while (this.held.size > 0) this.skip();
  }

  private releaseReady(): void {
    if (this.next === undefined) return;
    for (let frame = this.held.get(this.next); frame; frame = this.held.get(this.next)) {
      this.held.delete(this.next);
      this.next += 1;
      this.release(frame);
    }
    if (this.held.size > 0) return;
    this.cancel?.();
    this.cancel = undefined;
  }

  /** Goes on behind the frames that are missing. */
  private skip(): void {
    this.cancel?.();
    this.cancel = undefined;
    if (this.held.size === 0) return;
    const first = Math.min(...this.held.keys());
    if (this.next !== undefined) this.figures.noteSkipped(this.next, first);
    this.next = first;
    this.releaseReady();
    if (this.held.size > 0) this.cancel ??= this.clock.after(holdMs, () => this.skip());
  }
}
