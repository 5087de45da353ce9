import type { LineQuality } from '@tendril/contract/call-event';
import type { FramePlace } from '@tendril/contract/voice/numbered-frame';

/** A jump further than this is no loss: the line has restarted its numbers. */
const mostMissing = 3000;
/** A pause longer than this says nothing about how evenly frames come. */
const longestStepMs = 2000;
/** RFC 3550, 6.4.1: how much one frame counts. */
const share = 16;

/** Counts how the frames of a line come through. */
export class FrameFigures {
  private received = 0;
  private late = 0;
  private lost = 0;
  /** Sequences that were given up, and may still come. */
  private readonly missing = new Set<number>();
  private last: { atMs: number; spokenMs: number } | undefined;
  private jitterMs = 0;
  private jitterSum = 0;

  /** A frame has come in time. */
  noteReceived({ spokenMs }: FramePlace, atMs: number): void {
    this.received += 1;
    if (this.last) {
      const difference = Math.abs(atMs - this.last.atMs - (spokenMs - this.last.spokenMs));
      if (difference <= longestStepMs) this.jitterMs += (difference - this.jitterMs) / share;
    }
    this.jitterSum += this.jitterMs;
    this.last = { atMs, spokenMs };
  }

  /** A frame that is behind what was released: too late, or a repetition. */
  noteBehind(sequence: number): void {
    if (!this.missing.delete(sequence)) return;
    this.lost -= 1;
    this.late += 1;
  }

  /** What is before `to` is waited for no longer. */
  noteSkipped(from: number, to: number): void {
    if (to - from > mostMissing) return;
    this.lost += to - from;
    for (let sequence = from; sequence < to; sequence += 1) this.missing.add(sequence);
    for (const sequence of this.missing) {
      if (this.missing.size <= mostMissing) break;
      this.missing.delete(sequence);
    }
  }

  /** Absent for lines whose frames have no numbers. */
  get quality(): LineQuality | undefined {
    const { received, lost, late } = this;
    if (received === 0) return undefined;
    return { received, lost, late, jitterMs: Math.round((10 * this.jitterSum) / received) / 10 };
  }
}
