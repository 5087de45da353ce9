import { applyGain } from '../audio/apply-gain.ts';
import { callFrameMs, frameSamples } from '../audio/frame-cutter.ts';
import type { LineRecorder } from '../audio/line-recorder.ts';
import type { AudioTransport } from '../audio-transport.ts';
import type { CallClock } from '../call-clock.ts';
import { pacerOf } from './frame-pacer.ts';

/** Audio is sent only this far ahead, so that a caller who interrupts hears silence at once. */
const aheadMs = 80;
/** Less than this ahead is not full. */
const fullMs = aheadMs - callFrameMs / 2;
/** A line that does not report playback is assumed to have played a frame by then. */
const believedMs = 500;

/** An answer waits this long for the end of a word of listening; more of it is not said. */
const longestBesideMs = 400;

/** The source of frames to be spoken. */
export interface FrameSource {
  /** The next frame; undefined when none is ready yet. */
  next(): Int16Array | undefined;
  /** Called after each poll of the source. */
  onTick(): void;
}

/** The next samples of a sound without an end. */
type Behind = (samples: number) => Int16Array;

interface LineParts {
  transport: AudioTransport;
  clock: CallClock;
  recorder: LineRecorder;
  sampleRate: number;
  gain: number;
  ambience?: Behind | undefined;
  /** Called with the number of frames that were there and yet came after their time: the process was too busy. */
  onLate?: ((frames: number) => void) | undefined;
  /** It cannot go on. */
  onFault(error: unknown): void;
}

/** The output to the caller: sends frames in real time and knows what has been heard. */
export class LineOutput {
  /** Position after the last frame sent, on the scale of `playedMs`. */
  sentMs = 0;
  readonly sampleRate: number;
  private playAt = 0;
  /** When the last frame that was sent has been played. */
  private endsAt = 0;
  private source: FrameSource | undefined;
  private cancel: (() => void) | undefined;
  /** For when the last tick was due. */
  private tickedAt = 0;
  /** What is heard behind the agent, or while it is silent. */
  private behind: Behind | undefined;
  /** What is left of a word of listening; one voice does not say two things at once. */
  private beside: Int16Array[] = [];
  private isClosed = false;
  private isTicking = false;
  /** The last look ended with as much sound sent as may be: what is missing at the next one was not sent in time. */
  private wasFull = false;
  private readonly parts: LineParts;

  constructor(parts: LineParts) {
    this.parts = parts;
    this.sampleRate = parts.sampleRate;
    this.behind = parts.ambience;
    if (this.behind) this.wake();
  }

  start(source: FrameSource): void {
    this.source = source;
    const [next] = this.beside;
    if (next && this.beside.length * callFrameMs > longestBesideMs) this.beside = [fadedOut(next)];
    this.wake();
  }

  /** Sends nothing more; what was sent plays on. */
  release(source: FrameSource): void {
    if (this.source !== source) return;
    this.source = undefined;
    this.wasFull &&= this.behind !== undefined;
  }

  /** Says something that is no answer, unless there is one; returns whether. The answer to come waits for its end. */
  playBeside(sound: Int16Array): boolean {
    if (this.source || this.isClosed) return false;
    const size = frameSamples(this.sampleRate);
    for (let at = 0; at < sound.length; at += size) {
      const frame = new Int16Array(size);
      frame.set(sound.subarray(at, at + size));
      this.beside.push(frame);
    }
    this.wake();
    return true;
  }

  /** Replaces the background sound for a while; undefined brings it back. */
  playBehind(sound: Behind | undefined): void {
    this.behind = sound ?? this.parts.ambience;
    this.wake();
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
    this.endsAt = now;
    return heardMs;
  }

  /** What the caller has heard, on the scale of `sentMs`. */
  heardMs(): number {
    return Math.min(this.sentMs, this.parts.transport.playedMs());
  }

  /** True once everything up to a position was played. */
  hasPlayed(positionMs: number): boolean {
    const restMs = this.sentMs - positionMs;
    const doneAt = this.endsAt - restMs;
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
    this.beside = [];
    this.cancel?.();
    this.cancel = undefined;
  }

  /** Available sound is sent now, not at the next tick. */
  private wake(): void {
    if (this.isClosed || this.isTicking) return;
    // While it ticks, what the last tick had room for: sound that is ahead waits for its tick.
    this.tick(this.cancel ? this.tickedAt : this.parts.clock.now());
  }

  private tick(dueAt: number): void {
    this.isTicking = true;
    this.tickedAt = dueAt;
    try {
      this.fill(dueAt);
      this.source?.onTick();
    } catch (error) {
      this.parts.onFault(error);
    }
    this.isTicking = false;
    const { clock } = this.parts;
    if (!this.isClosed && (this.source || this.behind || this.beside.length > 0)) {
      this.cancel ??= pacerOf(clock).add((at) => this.tick(at));
      return;
    }
    this.cancel?.();
    this.cancel = undefined;
  }

  /** Ahead is counted from when the tick was due: by uneven timers, one tick would send nothing and the next two. */
  private fill(dueAt: number): void {
    const { clock, recorder, onLate } = this.parts;
    const now = clock.now();
    let from = dueAt;
    if (this.playAt < now) {
      if (this.wasFull) onLate?.(Math.ceil((now - this.playAt) / callFrameMs));
      this.playAt = now;
      from = now;
    }
    while (this.playAt - from < fullMs) {
      const speech = this.beside.shift() ?? this.source?.next();
      if (!speech && !this.behind) break;
      this.send(speech);
    }
    const hasMore = this.source !== undefined || this.behind !== undefined || this.beside.length > 0;
    this.wasFull = hasMore && this.playAt - from >= fullMs;
    recorder.advance(now);
  }

  private send(speech: Int16Array | undefined): void {
    const { transport, recorder, gain, sampleRate } = this.parts;
    const loud = speech && applyGain(speech, gain);
    const samples = this.behind ? mix(this.behind(frameSamples(sampleRate)), loud) : loud;
    if (!samples) return;
    transport.play({ format: { sampleRate }, samples });
    recorder.agent(samples, this.playAt);
    this.playAt += callFrameMs;
    this.sentMs += callFrameMs;
    this.endsAt = this.playAt;
  }
}

/** The last frame of a sound that breaks off: without a click. */
function fadedOut(frame: Int16Array): Int16Array {
  return frame.map((sample, at) => Math.round(sample * (1 - at / frame.length)));
}

function mix(behind: Int16Array, before: Int16Array | undefined): Int16Array {
  if (!before) return behind;
  // The frame behind is this call's own: it takes the mix. An array of 16 bits would wrap where it has to clip.
  for (let at = 0; at < behind.length; at += 1)
    behind[at] = Math.max(-32_768, Math.min(32_767, (before[at] ?? 0) + (behind[at] ?? 0)));
  return behind;
}
