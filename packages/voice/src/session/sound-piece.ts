import { callFrameMs, FrameCutter } from '../audio/frame-cutter.ts';
import type { AudioFrame } from '../audio-format.ts';
import { splitHeard } from '../turns/heard-text.ts';
import { wordsOf } from '../turns/phrases.ts';

/** About how long a word takes; estimates the progress of a piece whose end has not come yet. */
const wordMs = 350;

/** A part of an answer that the responder itself speaks: its sound comes once, and is kept for going on after a stop. */
export class SoundPiece {
  text = '';
  isMade = false;
  readonly hasFailed = false;
  /** The position of its first frame on the line; absent until it is sent. */
  startMs: number | undefined;
  private readonly cutter: FrameCutter;
  private waiting: Int16Array[] = [];
  private sent: Int16Array[] = [];
  /** What had been heard of it when it was last stopped. */
  private heardBeforeMs = 0;

  constructor(sampleRate: number) {
    this.cutter = new FrameCutter(sampleRate);
  }

  add(text: string, sound: AudioFrame | undefined): void {
    this.text += text;
    if (sound) this.waiting.push(...this.cutter.push(sound));
  }

  get isSent(): boolean {
    return this.isMade && this.waiting.length === 0;
  }

  get endMs(): number {
    return (this.startMs ?? 0) + this.sent.length * callFrameMs;
  }

  take(positionMs: number): Int16Array | undefined {
    const frame = this.waiting.shift();
    if (!frame) return undefined;
    this.startMs ??= positionMs;
    this.sent.push(frame);
    return frame;
  }

  /** How much of its sound the caller has heard, when the line has played up to a position. */
  playedMs(heardMs: number): number {
    return this.heardBeforeMs + this.ownMs(heardMs);
  }

  /** It was stopped: it goes on with what was not heard. Returns the words that were. */
  rewind(heardMs: number): string {
    const frames = Math.floor(this.ownMs(heardMs) / callFrameMs);
    const totalMs = (this.sent.length + this.waiting.length) * callFrameMs;
    const estimatedMs = this.isMade ? totalMs : Math.max(totalMs, wordsOf(this.text).length * wordMs);
    const share = totalMs === 0 ? 0 : (frames * callFrameMs) / estimatedMs;
    const isWhole = this.isSent && frames >= this.sent.length - 1;
    const { heard, unsaid } = isWhole ? { heard: this.text, unsaid: '' } : splitHeard(this.text, share);
    this.heardBeforeMs += frames * callFrameMs;
    this.waiting = [...this.sent.slice(isWhole ? this.sent.length : frames), ...this.waiting];
    this.sent = [];
    this.startMs = undefined;
    this.text = unsaid;
    return heard;
  }

  private ownMs(heardMs: number): number {
    if (this.startMs === undefined) return 0;
    return Math.max(0, Math.min(heardMs - this.startMs, this.sent.length * callFrameMs));
  }
}
