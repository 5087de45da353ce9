import { callFrameMs, frameSamples } from '../audio/frame-cutter.ts';
import type { AudioFormat, AudioFrame } from '../audio-format.ts';
import type { AudioTransport, LinePause } from '../audio-transport.ts';
import type { CallClock } from '../call-clock.ts';
import { pacerOf } from '../session/frame-pacer.ts';

interface SimulatedLineParts {
  clock: CallClock;
  sampleRate: number;
  /** What is heard behind the caller, endlessly; silence when absent. */
  noise?: (samples: number) => Int16Array;
  /** Changes a frame as the way to the agent does, such as a telephone's coding. */
  transmit?: (frame: Int16Array) => Int16Array;
}

/** From when to when somebody spoke, in ms of the line's clock. */
export interface SpokenSpan {
  from: number;
  to: number;
}

/** A line whose caller is a program: it speaks what it is given, and hears the agent by the clock. */
export class SimulatedLine implements AudioTransport {
  readonly format: AudioFormat;
  readonly incoming: AsyncIterable<AudioFrame | LinePause>;
  /** When the caller spoke. */
  readonly said: SpokenSpan[] = [];
  /** When the agent was cut off. */
  readonly cleared: number[] = [];
  private readonly parts: SimulatedLineParts;
  private readonly leave: () => void;
  private frames: AudioFrame[] = [];
  private utterances: { samples: Int16Array; at: number; span: SpokenSpan; done: () => void }[] = [];
  private wake: (() => void) | undefined;
  private isOver = false;
  /** Sound that was heard before, and what is still to be heard: start and length of each piece. */
  private heardMs = 0;
  private playing: { from: number; ms: number }[] = [];

  constructor(parts: SimulatedLineParts) {
    this.parts = parts;
    this.format = { sampleRate: parts.sampleRate };
    this.incoming = this.read();
    this.leave = pacerOf(parts.clock).add(() => this.send());
  }

  /** Says this now, or after what is being said; resolves with when that was. */
  async say(samples: Int16Array): Promise<SpokenSpan> {
    const now = this.parts.clock.now();
    const span = { from: now, to: now };
    if (this.isOver || samples.length === 0) return span;
    this.said.push(span);
    await new Promise<void>((done) => this.utterances.push({ samples, at: 0, span, done }));
    return span;
  }

  play({ samples, format }: AudioFrame): void {
    const last = this.playing.at(-1);
    const from = Math.max(this.parts.clock.now(), last ? last.from + last.ms : 0);
    this.playing.push({ from, ms: (samples.length / format.sampleRate) * 1000 });
  }

  clear(): void {
    this.heardMs = this.playedMs();
    this.playing = [];
    this.cleared.push(this.parts.clock.now());
  }

  playedMs(): number {
    const now = this.parts.clock.now();
    for (let first = this.playing[0]; first && first.from + first.ms <= now; first = this.playing[0]) {
      this.heardMs += first.ms;
      this.playing.shift();
    }
    const [running] = this.playing;
    return this.heardMs + (running ? Math.max(0, now - running.from) : 0);
  }

  async close(): Promise<void> {
    this.hangUp();
  }

  /** The caller hangs up. */
  hangUp(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.leave();
    for (const { done } of this.utterances.splice(0)) done();
    this.wake?.();
  }

  /** Sends the next 20 ms of the caller. */
  private send(): void {
    const { clock, sampleRate, noise, transmit } = this.parts;
    const frame = new Int16Array(frameSamples(sampleRate));
    this.speakInto(frame, clock.now());
    if (noise) mix(frame, noise(frame.length));
    this.frames.push({ format: this.format, samples: transmit ? transmit(frame) : frame });
    this.wake?.();
  }

  private speakInto(frame: Int16Array, now: number): void {
    const [current] = this.utterances;
    if (!current) return;
    if (current.at === 0) current.span.from = now - callFrameMs;
    frame.set(current.samples.subarray(current.at, current.at + frame.length));
    current.at += frame.length;
    current.span.to = now;
    if (current.at < current.samples.length) return;
    this.utterances.shift();
    current.done();
  }

  private async *read(): AsyncGenerator<AudioFrame> {
    for (;;) {
      for (let frame = this.frames.shift(); frame; frame = this.frames.shift()) yield frame;
      if (this.isOver) return;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }
}

function mix(frame: Int16Array, noise: Int16Array): void {
  for (const [index, sample] of noise.entries())
    frame[index] = Math.max(-32_768, Math.min(32_767, (frame[index] ?? 0) + sample));
}
