import { callFrameMs, frameSamples } from './frame-cutter.ts';

/** The agent's frames are known this long before they sound, and the caller's come this late at most. */
const lagSlots = 15;
/** A caller who falls behind by more than this has lost audio: silence takes its place. */
const lateSlots = 10;
/** A caller who sends faster than time goes by more than this is not listened to. */
const earlySlots = 50;

/**
 * Both directions of a line on one clock that counts in slots of 20 ms. It says when a frame of the caller sounded, and
 * writes both sides down in step: silence where nothing came.
 */
export class LineRecorder {
  private readonly silence: Int16Array;
  private readonly callerFrames = new Map<number, Int16Array>();
  private readonly agentFrames = new Map<number, Int16Array>();
  private nextCaller = 0;
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

  /** Takes a frame of the caller; answers when it began, or nothing when it has to be dropped. */
  caller(frame: Int16Array, now: number): number | undefined {
    const slot = this.slotAt(now) - 1;
    if (slot - this.nextCaller > lateSlots) this.nextCaller = slot;
    if (this.nextCaller - slot > earlySlots) return undefined;
    const own = this.nextCaller;
    this.nextCaller += 1;
    if (this.write && own >= this.written) this.callerFrames.set(own, frame);
    this.advance(now);
    // After silence was put in its place, late sound comes in a bunch: it has a later place, but it is not of later on.
    return Math.min(this.startAt + own * callFrameMs, now - callFrameMs);
  }

  /** Takes a frame of the agent that will sound at a moment. */
  agent(frame: Int16Array, soundsAt: number): void {
    if (this.write) this.agentFrames.set(this.slotAt(soundsAt), frame);
  }

  /** Forgets what the agent has not said yet. */
  dropAgent(now: number): void {
    const from = this.slotAt(now);
    for (const slot of this.agentFrames.keys()) if (slot >= from) this.agentFrames.delete(slot);
  }

  /** Writes down everything that can no longer change. */
  advance(now: number): void {
    this.writeUntil(this.slotAt(now) - lagSlots);
  }

  /** Writes down the rest. */
  finish(now: number): void {
    this.writeUntil(this.slotAt(now));
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
      this.callerFrames.delete(this.written);
      this.agentFrames.delete(this.written);
    }
  }
}
