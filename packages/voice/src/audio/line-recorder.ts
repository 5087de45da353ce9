import { callFrameMs, frameSamples } from './frame-cutter.ts';
import { FrameStore } from './frame-store.ts';
import { HeardTrack } from './heard-track.ts';

/**
 * The agent's frames are known before they are played, but the page reports up to a second later what of them was
 * played.
 */
const lagSlots = 50;
/** How long to wait for the sound of a person: a line may stall, or reconnect. */
const longestLagSlots = 600;

/**
 * Both directions of a line on one clock with slots of 20 ms. It determines when a frame of the caller was spoken, and
 * records both sides in step. Whom the caller was transferred to stands where the agent did.
 */
export class LineRecorder {
  private readonly silence: Int16Array;
  private readonly spare: Int16Array[] = [];
  private readonly callerTrack: HeardTrack;
  private readonly agentFrames: FrameStore;
  private targetTrack: HeardTrack | undefined;
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
    this.callerTrack = new HeardTrack(this.openStore(), startAt);
    this.agentFrames = this.openStore();
  }

  /**
   * Takes a frame of the caller, spoken at a time of the line's own clock if the line states it; returns when it began,
   * or undefined when it has to be dropped.
   */
  caller(frame: Int16Array, now: number, spokenMs?: number): number | undefined {
    return this.hear(this.callerTrack, frame, now, spokenMs);
  }

  /** The agent is heard no more: from here on somebody else is. */
  connect(now: number): void {
    this.dropAgent(now);
    this.targetTrack ??= new HeardTrack(this.openStore(), this.startAt, { track: this.callerTrack, now });
  }

  /** The same for a frame of the person to whom the caller was transferred. */
  target(frame: Int16Array, now: number, spokenMs?: number): number | undefined {
    return this.targetTrack && this.hear(this.targetTrack, frame, now, spokenMs);
  }

  /** Takes a frame of the agent to be played at a given time. */
  agent(frame: Int16Array, soundsAt: number): void {
    this.agentFrames.store(this.slotAt(soundsAt), frame);
  }

  /** Drops what the agent has not said by a given time. */
  dropAgent(at: number): void {
    this.agentFrames.releaseFrom(this.slotAt(at));
  }

  /** Records everything that can no longer change. */
  advance(now: number): void {
    const slot = this.slotAt(now);
    const known = Math.min(this.callerTrack.known, this.targetTrack?.known ?? Number.POSITIVE_INFINITY);
    this.writeUntil(Math.max(Math.min(slot - lagSlots, known), slot - longestLagSlots));
  }

  /** Records the rest. */
  finish(now: number): void {
    this.callerTrack.finish();
    this.targetTrack?.finish();
    this.writeUntil(this.slotAt(now));
  }

  private hear(track: HeardTrack, frame: Int16Array, now: number, spokenMs?: number): number | undefined {
    const startedAt = track.hear(frame, { now, written: this.written, spokenMs });
    if (startedAt !== undefined) this.advance(now);
    return startedAt;
  }

  private openStore(): FrameStore {
    return new FrameStore(this.spare, this.write !== undefined);
  }

  private slotAt(at: number): number {
    return Math.round((at - this.startAt) / callFrameMs);
  }

  private writeUntil(slot: number): void {
    if (!this.write) return;
    const [caller, other] = [this.callerTrack.frames, this.targetTrack?.frames];
    for (; this.written < slot; this.written += 1) {
      const { written } = this;
      const beside = other?.get(written) ?? this.agentFrames.get(written);
      this.write(caller.get(written) ?? this.silence, beside ?? this.silence);
      for (const store of [caller, other, this.agentFrames]) store?.release(written);
    }
  }
}
