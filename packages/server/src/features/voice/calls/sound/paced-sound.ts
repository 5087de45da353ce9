import { callFrameMs } from '@tendril/voice/audio/frame-cutter';
import type { CallClock } from '@tendril/voice/call-clock';
import { pacerOf } from '@tendril/voice/session/frame-pacer';

/** After a stall no more than this is sent at once. */
const mostAtOnce = 6;
/** More waiting sound than this is late already. */
const mostWaiting = 100;

interface PacedParts {
  clock: CallClock;
  /** Sends one frame, or silence; false when something else had to be sent first. */
  send(frame: Int16Array | undefined): boolean;
  /** It cannot be sent: nothing more is. */
  onFault(error: unknown): void;
}

/** Sends a frame every 20 ms, by the clock: one after a stall makes up for what was missed. */
export class PacedSound {
  /** Milliseconds of given sound that were sent. */
  playedMs = 0;
  readonly #parts: PacedParts;
  readonly #stop: () => void;
  #waiting: Int16Array[] = [];
  /** For when the last tick was due. */
  #tickedAt: number | undefined;

  constructor(parts: PacedParts) {
    this.#parts = parts;
    this.#stop = pacerOf(parts.clock).add((dueAt) => this.#attempt(dueAt));
  }

  add(frame: Int16Array): void {
    this.#waiting.push(frame);
    if (this.#waiting.length > mostWaiting) this.#waiting.shift();
  }

  /** Words that are there as a whole: however long they are, none is late. */
  say(frames: readonly Int16Array[]): void {
    this.#waiting.push(...frames);
  }

  /** Keeps what waits short: of two people who talk to each other, nobody wants to hear the past. */
  trim(frames: number): void {
    if (this.#waiting.length > frames) this.#waiting.splice(0, this.#waiting.length - frames);
  }

  clear(): void {
    this.#waiting = [];
  }

  close(): void {
    this.#stop();
    this.clear();
  }

  /** The pacer is that of every call. */
  #attempt(dueAt: number): void {
    try {
      this.#tick(dueAt);
    } catch (error) {
      this.close();
      this.#parts.onFault(error);
    }
  }

  /** By when a tick was due, not by when it came: of two that come unevenly, none would send nothing and none twice. */
  #tick(dueAt: number): void {
    const frames = Math.round((dueAt - (this.#tickedAt ?? dueAt - callFrameMs)) / callFrameMs);
    this.#tickedAt = dueAt;
    for (let count = 0; count < Math.min(frames, mostAtOnce); count += 1) {
      const [frame] = this.#waiting;
      if (count > 0 && !frame) return;
      if (this.#parts.send(frame) && frame) {
        this.#waiting.shift();
        this.playedMs += callFrameMs;
      }
    }
  }
}
