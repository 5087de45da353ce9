import { applyGain } from '../audio/apply-gain.ts';
import { callFrameMs, frameSamples } from '../audio/frame-cutter.ts';
import type { LineRecorder } from '../audio/line-recorder.ts';
import type { AudioTransport } from '../audio-transport.ts';
import type { CallClock } from '../call-clock.ts';

/** Audio is sent only this far ahead, so that a caller who interrupts hears silence at once. */
const aheadMs = 80;
/** A line that does not report playback is assumed to have played a frame by then. */
const believedMs = 500;

/** The source of frames to be spoken. */
export interface FrameSource {
  /** The next frame; undefined when none is ready yet. */
  next(): Int16Array | undefined;
  /** Called after each poll of the source. */
  onTick(): void;
}

interface LineParts {
  transport: AudioTransport;
  clock: CallClock;
  recorder: LineRecorder;
  sampleRate: number;
  gain: number;
  ambience?: ((samples: number) => Int16Array) | undefined;
}

/** The output to the caller: sends frames in real time and knows what has been heard. */
export class LineOutput {
  /** Position after the last frame sent, on the scale of `playedMs`. */
  sentMs = 0;
  readonly sampleRate: number;
  private playAt = 0;
  private source: FrameSource | undefined;
  private cancel: (() => void) | undefined;
  private isClosed = false;
  private isTicking = false;
  private readonly parts: LineParts;

  constructor(parts: LineParts) {
    this.parts = parts;
    this.sampleRate = parts.sampleRate;
    if (parts.ambience) this.wake();
  }

  start(source: FrameSource): void {
    this.source = source;
    this.wake();
  }

  /** Sends nothing more; what was sent plays on. */
  release(source: FrameSource): void {
    if (this.source === source) this.source = undefined;
  }

  /** Silences the line at once; returns up to where the caller has heard. */
  cut(source: FrameSource): number {
    this.release(source);
    const { transport, clock, recorder } = this.parts;
    if (this.playAt > clock.now() || this.heardMs() < this.sentMs) transport.clear();
    const heardMs = this.heardMs();
    const now = clock.now();
    // The recording ends where the words that count as heard end, according to the page's playback reports.
    recorder.dropAgent(Math.min(now, this.playAt - (this.sentMs - heardMs)));
    this.sentMs = heardMs;
    this.playAt = now;
    return heardMs;
  }

  /** What the caller has heard, on the scale of `sentMs`. */
  heardMs(): number {
    return Math.min(this.sentMs, this.parts.transport.playedMs());
  }

  /** True once everything up to a position was played. */
  hasPlayed(positionMs: number): boolean {
    const restMs = this.sentMs - positionMs;
    const doneAt = this.playAt - restMs;
    const now = this.parts.clock.now();
    if (now < doneAt) return false;
    return this.heardMs() >= positionMs - callFrameMs || now >= doneAt + believedMs;
  }

  /** When the next frame sent will be played. */
  soundsAt(): number {
    return Math.max(this.playAt, this.parts.clock.now());
  }

  close(): void {
    this.isClosed = true;
    this.source = undefined;
    this.cancel?.();
    this.cancel = undefined;
  }

  /** Available sound is sent now, not at the next tick. */
  private wake(): void {
    if (this.isClosed || this.isTicking) return;
    this.cancel?.();
    this.tick();
  }

  private tick(): void {
    this.cancel = undefined;
    this.isTicking = true;
    this.fill();
    this.source?.onTick();
    this.isTicking = false;
    const { clock, ambience } = this.parts;
    if (!this.isClosed && (this.source || ambience))
      this.cancel = clock.after(callFrameMs, () => this.tick());
  }

  private fill(): void {
    const { clock, recorder, ambience } = this.parts;
    const now = clock.now();
    if (this.playAt < now) this.playAt = now;
    while (this.playAt - now < aheadMs) {
      const speech = this.source?.next();
      if (!speech && !ambience) break;
      this.send(speech);
    }
    recorder.advance(now);
  }

  private send(speech: Int16Array | undefined): void {
    const { transport, recorder, gain, ambience, sampleRate } = this.parts;
    const loud = speech && applyGain(speech, gain);
    const samples = ambience ? mix(ambience(frameSamples(sampleRate)), loud) : loud;
    if (!samples) return;
    transport.play({ format: { sampleRate }, samples });
    recorder.agent(samples, this.playAt);
    this.playAt += callFrameMs;
    this.sentMs += callFrameMs;
  }
}

function mix(behind: Int16Array, before: Int16Array | undefined): Int16Array {
  if (!before) return behind;
  return before.map((sample, index) => Math.max(-32_768, Math.min(32_767, sample + (behind[index] ?? 0))));
}
