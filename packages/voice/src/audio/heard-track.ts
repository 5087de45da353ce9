import { callFrameMs } from './frame-cutter.ts';
import type { FrameStore } from './frame-store.ts';

/** A speaker who falls behind by more than this is late, or sent nothing for a while. */
const lateSlots = 10;
/** After this many slots it is known which of the two it is. */
const settleSlots = 10;
/** A speaker who is ahead of real time by more than this is ignored. */
const earlySlots = 50;

/** So many frames show how far a track is from real time. */
const leadFrames = 50;

/** What is known about a speaker who has fallen behind: the first frame after the pause, and what followed. */
interface Pause {
  from: number;
  since: number;
  behindAtFirst: number;
  leastBehind: number;
}

/**
 * What comes from one speaker on a line, in slots of 20 ms. Frames are placed by the time that they state, or else by
 * their count, whenever they arrive; a pause in which nothing was sent and no time went by is distinguished from a stall
 * by what follows it: after a stall the frames arrive faster than real time.
 */
export class HeardTrack {
  readonly frames: FrameStore;
  private readonly startAt: number;
  private next: number;
  /** Where the line's own time 0 is. */
  private lineStart: number | undefined;
  private pause: Pause | undefined;
  /** Of the last frames, how many slots later than the clock each was placed. */
  private readonly leads: number[] = [];
  /** Beside which other track it was opened, and what of it may still be moved. */
  private readonly beside: { lead: number; first: number; aligning: number } | undefined;

  /** `startAt`: when slot 0 begins; `beside`: the track of somebody who is heard already, at a moment. */
  constructor(frames: FrameStore, startAt: number, beside?: { track: HeardTrack; now: number }) {
    this.frames = frames;
    this.startAt = startAt;
    const lead = beside?.track.lead ?? 0;
    this.next = beside ? Math.round((beside.now - startAt) / callFrameMs) + lead : 0;
    this.beside = beside && { lead, first: this.next, aligning: leadFrames };
  }

  /** By so much the track is later than the clock, or earlier: what came at once, or never was sent, moves it. */
  private get lead(): number {
    return this.leads.length > 0 ? Math.max(...this.leads) : 0;
  }

  /** What is before this slot can no longer change. */
  get known(): number {
    return this.pause?.from ?? this.next;
  }

  /**
   * Takes a frame, spoken at a time of the line's own clock if the line states it; returns when it began, or undefined
   * when it has to be dropped. `written`: the first slot that is not recorded yet.
   */
  hear(
    frame: Int16Array,
    { now, written, spokenMs }: { now: number; written: number; spokenMs?: number | undefined },
  ): number | undefined {
    const clockSlot = Math.round((now - this.startAt) / callFrameMs) - 1;
    const slot = clockSlot + (this.beside?.lead ?? 0);
    let place = spokenMs === undefined ? this.next : this.placeOf(spokenMs, slot);
    if (place > slot) place -= this.moveBack(place - slot, written);
    if (place - slot > earlySlots) return undefined;
    if (this.beside) this.beside.aligning -= 1;
    this.next = place;
    this.follow(slot);
    const own = this.next;
    this.next += 1;
    if (own >= written) this.frames.store(own, frame);
    this.leads.push(own - clockSlot);
    if (this.leads.length > leadFrames) this.leads.shift();
    // While it is unknown how late a frame is, it counts as one that was just spoken: no turn ends too soon.
    if (this.pause) return now - callFrameMs;
    return Math.min(this.startAt + own * callFrameMs, now - callFrameMs);
  }

  /** Nothing more comes. */
  finish(): void {
    if (this.pause) this.settle(this.pause);
  }

  /**
   * Nothing is heard before it is said: what came first was late, or came at once with what followed. Returns by how many
   * slots everything so far was moved.
   */
  private moveBack(slots: number, written: number): number {
    const { beside } = this;
    if (!beside || beside.aligning <= 0 || this.lineStart === undefined) return 0;
    for (let slot = beside.first; slot < this.next; slot += 1) {
      if (slot - slots < written) this.frames.release(slot);
      else this.frames.move(slot, slot - slots);
    }
    beside.first -= slots;
    this.next -= slots;
    this.lineStart -= slots;
    if (this.pause) this.pause.from -= slots;
    return slots;
  }

  /** The slot of a time of the line. */
  private placeOf(spokenMs: number, slot: number): number {
    const at = Math.round(spokenMs / callFrameMs);
    if (this.lineStart === undefined) {
      // What came all at once before the line had a clock is ahead of real time, and the clock must not be.
      if (this.next - slot > lateSlots) this.next = slot;
      this.lineStart = Math.max(slot, this.next) - at;
    }
    return Math.max(this.next, this.lineStart + at);
  }

  /** Determines whether a speaker who is behind catches up, or was silent. */
  private follow(slot: number): void {
    const behind = slot - this.next;
    const { pause } = this;
    if (!pause) {
      if (behind > lateSlots)
        this.pause = { from: this.next, since: slot, behindAtFirst: behind, leastBehind: behind };
      return;
    }
    // It stalls again while catching up: earlier frames are placed by their number.
    if (behind > pause.behindAtFirst + lateSlots) {
      this.pause = { from: this.next, since: slot, behindAtFirst: behind, leastBehind: behind };
      return;
    }
    pause.leastBehind = Math.min(pause.leastBehind, behind);
    if (behind <= 0) this.pause = undefined;
    else if (slot - pause.since >= settleSlots) this.decide(pause, slot);
  }

  private decide(pause: Pause, slot: number): void {
    const isCatchingUp = pause.behindAtFirst - pause.leastBehind > 2;
    if (!isCatchingUp) this.settle(pause);
    else if (pause.leastBehind <= lateSlots) this.pause = undefined;
    else Object.assign(pause, { since: slot, behindAtFirst: pause.leastBehind });
  }

  /** Inserts silence before everything that came after the pause. */
  private settle({ from, leastBehind }: Pause): void {
    this.pause = undefined;
    for (let slot = this.next - 1; slot >= from; slot -= 1) this.frames.move(slot, slot + leastBehind);
    this.next += leastBehind;
    if (this.lineStart !== undefined) this.lineStart += leastBehind;
  }
}
