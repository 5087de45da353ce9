import type { AudioFrame } from '../audio-format.ts';
import type { AudioTransport, LinePause } from '../audio-transport.ts';
import type { CallClock } from '../call-clock.ts';

const frameMs = 20;

/** A line within the same process: the caller speaks by `speak`, and hears the agent by a clock. */
export class LoopbackLine implements AudioTransport {
  readonly format: { sampleRate: number };
  isClosed = false;
  clears = 0;
  readonly incoming: AsyncIterable<AudioFrame | LinePause>;
  private queue: (AudioFrame | LinePause)[] = [];
  private stalled: AudioFrame[] | undefined;
  private isSending = true;
  private readonly awayMs: number;
  private readonly isNumbered: boolean;
  private sequence = 0;
  private losing = 0;
  private swapped: AudioFrame | undefined;
  private isSwapping = false;
  private readonly startedAt: number;
  private wake: (() => void) | undefined;
  private isHungUp = false;
  private toSpeak: Int16Array[] = [];
  /** When played audio was heard: start and length of every burst still to come. */
  private heard = 0;
  private playing: { from: number; ms: number }[] = [];
  private readonly clock: CallClock;
  private stop: (() => void) | undefined;

  /** `awayMs`: the latency of sound to the caller; `isNumbered`: frames state their number and time. */
  constructor(clock: CallClock, { sampleRate = 16_000, awayMs = 0, isNumbered = false } = {}) {
    this.clock = clock;
    this.startedAt = clock.now();
    this.awayMs = awayMs;
    this.isNumbered = isNumbered;
    this.format = { sampleRate };
    this.incoming = this.frames();
    this.tick();
  }

  /** The caller says this now, or after what it is saying. */
  speak(samples: Int16Array): void {
    const size = (this.format.sampleRate * frameMs) / 1000;
    for (let at = 0; at < samples.length; at += size) {
      const frame = new Int16Array(size);
      frame.set(samples.subarray(at, at + size));
      this.toSpeak.push(frame);
    }
  }

  /** The caller's sound is held back from now on, until `release` delivers all of it at once. */
  stall(): void {
    this.stalled ??= [];
  }

  release(): void {
    this.queue.push(...(this.stalled ?? []));
    this.stalled = undefined;
    this.wake?.();
  }

  /** The caller stops sending; a page announces it, other lines need not. */
  fallSilent({ isSaid }: { isSaid: boolean }): void {
    this.isSending = false;
    if (isSaid) this.queue.push({ isPaused: true });
    this.wake?.();
  }

  sendAgain(): void {
    this.isSending = true;
  }

  /** The next frames do not arrive. */
  lose(frames: number): void {
    this.losing = frames;
  }

  /** From now on, each two frames arrive in the other order. */
  swap(): void {
    this.isSwapping = true;
  }

  hangUp(): void {
    this.isHungUp = true;
    this.stop?.();
    this.wake?.();
  }

  play(frame: AudioFrame): void {
    const last = this.playing.at(-1);
    const from = Math.max(this.clock.now() + this.awayMs, last ? last.from + last.ms : 0);
    this.playing.push({ from, ms: (frame.samples.length / frame.format.sampleRate) * 1000 });
  }

  clear(): void {
    this.clears += 1;
    this.heard = this.playedMs();
    this.playing = [];
  }

  playedMs(): number {
    const now = this.clock.now();
    for (let first = this.playing[0]; first && first.from + first.ms <= now; first = this.playing[0]) {
      this.heard += first.ms;
      this.playing.shift();
    }
    const [running] = this.playing;
    return this.heard + (running ? Math.max(0, now - running.from) : 0);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.hangUp();
  }

  /** Sends the caller's next 20 ms: its voice, or silence. */
  private tick(): void {
    if (this.isHungUp) return;
    this.stop = this.clock.after(frameMs, () => {
      const size = (this.format.sampleRate * frameMs) / 1000;
      const samples = this.toSpeak.shift() ?? new Int16Array(size);
      if (this.isSending) this.transmit(samples);
      this.wake?.();
      this.tick();
    });
  }

  private transmit(samples: Int16Array): void {
    const spokenMs = this.clock.now() - this.startedAt - frameMs;
    const place = { sequence: this.sequence, spokenMs };
    this.sequence += 1;
    if (this.losing > 0) {
      this.losing -= 1;
      return;
    }
    const frame = { format: this.format, samples, ...(this.isNumbered && { place }) };
    if (this.isSwapping && !this.swapped) {
      this.swapped = frame;
      return;
    }
    (this.stalled ?? this.queue).push(frame, ...(this.swapped ? [this.swapped] : []));
    this.swapped = undefined;
  }

  private async *frames(): AsyncGenerator<AudioFrame | LinePause> {
    for (;;) {
      for (let frame = this.queue.shift(); frame; frame = this.queue.shift()) yield frame;
      if (this.isHungUp) return;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }
}
