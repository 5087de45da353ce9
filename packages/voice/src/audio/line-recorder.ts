import { callFrameMs, frameSamples } from './frame-cutter.ts';

/**
 * The agent's frames are known before they are played, but the page reports up to a second later what of them was
 * played.
 */
const lagSlots = 50;
/** How long to wait for the caller's sound: a line may stall, or reconnect. */
const longestLagSlots = 600;
/** A caller who falls behind by more than this is late, or sent nothing for a while. */
const lateSlots = 10;
/** After this many slots it is known which of the two it is. */
const settleSlots = 10;
/** A caller who is ahead of real time by more than this is ignored. */
const earlySlots = 50;

/** What is known about a caller who has fallen behind: the first frame after the pause, and what followed. */
interface Pause {
  from: number;
  since: number;
  behindAtFirst: number;
  leastBehind: number;
}

/**
 * Both directions of a line on one clock with slots of 20 ms. It determines when a frame of the caller was spoken, and
 * records both sides in step. The caller's frames are placed by the time that they state, or else by their count,
 * whenever they arrive; a pause in which nothing was sent and no time went by is distinguished from a stall by what
 * follows it: after a stall the frames arrive faster than real time.
 */
export class LineRecorder {
  private readonly silence: Int16Array;
  private readonly callerFrames = new Map<number, Int16Array>();
  private readonly agentFrames = new Map<number, Int16Array>();
  /** Frames that were recorded, to be used again: what is kept for a second is costly to collect. */
  private readonly spare: Int16Array[] = [];
  private nextCaller = 0;
  /** Where the line's own time 0 is. */
  private lineStart: number | undefined;
  private pause: Pause | undefined;
  private written = 0;
  private readonly startAt: number;
  private readonly write: ((caller: Int16Array, agent: Int16Array) => void) | undefined;

  constructor(
    startAt: number,
    sampleRate: number,
    write: ((caller: Int16Array, agent: Int16Array) => void) | undefined,
  ) {
    this.startAt = startAt;
    this.write = write;
    this.silence = new Int16Array(frameSamples(sampleRate));
  }

  /**
   * Takes a frame of the caller, spoken at a time of the line's own clock if the line states it; returns when it began,
   * or undefined when it has to be dropped.
   */
  caller(frame: Int16Array, now: number, spokenMs?: number): number | undefined {
    const slot = this.slotAt(now) - 1;
    const place = spokenMs === undefined ? this.nextCaller : this.placeOf(spokenMs, slot);
    if (place - slot > earlySlots) return undefined;
    this.nextCaller = place;
    this.follow(slot);
    const own = this.nextCaller;
    this.nextCaller += 1;
    if (this.write && own >= this.written) this.store(this.callerFrames, own, frame);
    this.advance(now);
    // While it is unknown how late a frame is, it counts as one that was just spoken: no turn ends too soon.
    if (this.pause) return now - callFrameMs;
    return Math.min(this.startAt + own * callFrameMs, now - callFrameMs);
  }

  /** Takes a frame of the agent to be played at a given time. */
  agent(frame: Int16Array, soundsAt: number): void {
    if (this.write) this.store(this.agentFrames, this.slotAt(soundsAt), frame);
  }

  /** Drops what the agent has not said by a given time. */
  dropAgent(at: number): void {
    const from = this.slotAt(at);
    for (const slot of this.agentFrames.keys()) if (slot >= from) this.release(this.agentFrames, slot);
  }

  /** Records everything that can no longer change. */
  advance(now: number): void {
    const slot = this.slotAt(now);
    const known = this.pause?.from ?? this.nextCaller;
    this.writeUntil(Math.max(Math.min(slot - lagSlots, known), slot - longestLagSlots));
  }

  /** Records the rest. */
  finish(now: number): void {
    if (this.pause) this.settle(this.pause);
    this.writeUntil(this.slotAt(now));
  }

  /** The slot of a time of the line. */
  private placeOf(spokenMs: number, slot: number): number {
    const at = Math.round(spokenMs / callFrameMs);
    if (this.lineStart === undefined) {
      // What came all at once before the line had a clock is ahead of real time, and the clock must not be.
      if (this.nextCaller - slot > lateSlots) this.nextCaller = slot;
      this.lineStart = Math.max(slot, this.nextCaller) - at;
    }
    return Math.max(this.nextCaller, this.lineStart + at);
  }

  /** Determines whether a caller who is behind catches up, or was silent. */
  private follow(slot: number): void {
    const behind = slot - this.nextCaller;
    const { pause } = this;
    if (!pause) {
      if (behind > lateSlots)
        this.pause = { from: this.nextCaller, since: slot, behindAtFirst: behind, leastBehind: behind };
      return;
    }
    // It stalls again while catching up: earlier frames are placed by their number.
    if (behind > pause.behindAtFirst + lateSlots) {
      this.pause = { from: this.nextCaller, since: slot, behindAtFirst: behind, leastBehind: behind };
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
    for (let slot = this.nextCaller - 1; slot >= from; slot -= 1) {
      const frame = this.callerFrames.get(slot);
      this.callerFrames.delete(slot);
      if (frame) this.callerFrames.set(slot + leastBehind, frame);
    }
    this.nextCaller += leastBehind;
    if (this.lineStart !== undefined) this.lineStart += leastBehind;
  }

  private slotAt(at: number): number {
    return Math.round((at - this.startAt) / callFrameMs);
  }

  private writeUntil(slot: number): void {
    if (!this.write) return;
    for (; this.written < slot; this.written += 1) {
      this.write(
        this.callerFrames.get(this.written) ?? this.silence,
        this.agentFrames.get(this.written) ?? this.silence,
      );
      this.release(this.callerFrames, this.written);
      this.release(this.agentFrames, this.written);
    }
  }

  /** Stores a copy: the frame is somebody else's, and may be part of a larger sound. */
  private store(frames: Map<number, Int16Array>, slot: number, frame: Int16Array): void {
    const spare = frames.get(slot) ?? this.spare.pop();
    const copy = spare?.length === frame.length ? spare : new Int16Array(frame.length);
    copy.set(frame);
    frames.set(slot, copy);
  }

  private release(frames: Map<number, Int16Array>, slot: number): void {
    const frame = frames.get(slot);
    if (!frame) return;
    frames.delete(slot);
    this.spare.push(frame);
  }
}
