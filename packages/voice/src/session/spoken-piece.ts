import type { SpokenWord } from '@tendril/contract/provider/text-to-speech';
import type { TimedWord } from '@tendril/contract/voice/word-places';
import { callFrameMs, frameSamples } from '../audio/frame-cutter.ts';
import { trimLead } from '../audio/trim-lead.ts';
import { splitHeard } from '../turns/heard-text.ts';
import { wordsOf } from '../turns/phrases.ts';
import { splitByTimes } from '../turns/split-by-times.ts';

/** About how long a word takes; estimates the progress of a piece whose end has not been synthesized yet. */
const wordMs = 350;
/** Below this a sample is silence. */
const quiet = 150;
/** Leading silence that a voice may add without being trimmed. */
const longestLeadMs = 400;

/** One sentence of an answer with its sound, on its way from the voice to the line. */
export class SpokenPiece {
  readonly text: string;
  /** All of its sound has arrived. */
  isMade = false;
  hasFailed = false;
  /** The position of its first frame on the line; absent until it is sent. */
  startMs: number | undefined;
  private samples: Int16Array[] = [];
  private pending = 0;
  private sentMs = 0;
  private trimmedMs = 0;
  private takenMs = 0;
  /** The last audible sample of what was taken: what follows is the voice's pause. */
  private soundingMs = 0;
  private readonly sampleRate: number;
  private words: SpokenWord[] = [];
  /** When each frame that was sent is heard, on the call's clock: the voice may have paused in between. */
  private readonly playedAt: number[] = [];
  private isLeading: boolean;

  /** `isLeading`: the first of an answer, which is not to begin with silence. */
  constructor(text: string, sampleRate: number, isLeading: boolean) {
    this.text = text;
    this.sampleRate = sampleRate;
    this.isLeading = isLeading;
  }

  add(samples: Int16Array): void {
    const kept = this.isLeading ? this.trim(samples) : samples;
    if (kept.length === 0) return;
    const last = kept.findLastIndex((sample) => Math.abs(sample) >= quiet);
    if (last >= 0) this.soundingMs = this.takenMs + ((last + 1) / this.sampleRate) * 1000;
    this.takenMs += (kept.length / this.sampleRate) * 1000;
    this.samples.push(kept);
    this.pending += kept.length;
  }

  /** The times of its words, on the scale of all sound that was added. */
  addWords(words: readonly SpokenWord[]): void {
    this.words.push(...words);
  }

  get isSent(): boolean {
    return this.isMade && this.pending === 0;
  }

  /** Position after its last frame on the line. */
  get endMs(): number {
    return (this.startMs ?? 0) + this.sentMs;
  }

  /** The next 20 ms, which are heard at a time of the call's clock; the last ones are padded with silence. */
  take(positionMs: number, playsAt: number): Int16Array | undefined {
    const size = frameSamples(this.sampleRate);
    if (this.pending === 0 || (this.pending < size && !this.isMade)) return undefined;
    this.startMs ??= positionMs;
    this.playedAt.push(playsAt);
    this.sentMs += callFrameMs;
    const whole = this.samples[0];
    // A part of what has come: nobody changes sound, so that most frames need no copy.
    if (whole && whole.length > size) {
      this.pending -= size;
      this.samples[0] = whole.subarray(size);
      return whole.subarray(0, size);
    }
    const frame = new Int16Array(size);
    for (let filled = 0; filled < size && this.samples.length > 0; ) {
      const first = this.samples[0] as Int16Array;
      const part = first.subarray(0, size - filled);
      frame.set(part, filled);
      filled += part.length;
      this.pending -= part.length;
      if (part.length === first.length) this.samples.shift();
      else this.samples[0] = first.subarray(part.length);
    }
    return frame;
  }

  /** What the caller has heard of it, when the line has played up to a position. */
  split(heardMs: number): { heard: string; unsaid: string } {
    if (this.hasFailed) return { heard: '', unsaid: this.text };
    if (this.startMs === undefined) return { heard: '', unsaid: this.text };
    if (this.isSent && heardMs >= this.endMs - callFrameMs) return { heard: this.text, unsaid: '' };
    const ownMs = heardMs - this.startMs;
    const byTimes = splitByTimes(this.text, this.words, ownMs + this.trimmedMs);
    if (byTimes) return byTimes;
    if (!this.isMade) {
      const totalMs = Math.max(this.takenMs, wordsOf(this.text).length * wordMs);
      return splitHeard(this.text, Math.min(0.999, ownMs / totalMs));
    }
    return splitHeard(this.text, ownMs / (this.soundingMs || this.takenMs));
  }

  /** The words that the caller has heard of it, when the line has played up to a position, and when. */
  heardWords(heardMs = Number.POSITIVE_INFINITY): TimedWord[] {
    if (this.hasFailed || this.startMs === undefined) return [];
    const isWhole = this.isSent && heardMs >= this.endMs - callFrameMs;
    const ownMs = isWhole ? Number.POSITIVE_INFINITY : heardMs - this.startMs + this.trimmedMs;
    return this.words
      .filter(({ endMs }) => endMs <= ownMs)
      .map(({ text, startMs, endMs }) => ({
        text,
        startMs: this.heardAt(startMs),
        endMs: this.heardAt(endMs),
      }));
  }

  private heardAt(soundMs: number): number {
    const ownMs = Math.max(0, soundMs - this.trimmedMs);
    const frame = Math.min(Math.floor(ownMs / callFrameMs), this.playedAt.length - 1);
    return (this.playedAt[frame] ?? 0) + Math.min(callFrameMs, ownMs - frame * callFrameMs);
  }

  private trim(samples: Int16Array): Int16Array {
    const kept = trimLead(samples, this.sampleRate);
    this.trimmedMs += ((samples.length - kept.length) / this.sampleRate) * 1000;
    if (kept.length > 0 || this.trimmedMs >= longestLeadMs) this.isLeading = false;
    if (this.trimmedMs <= longestLeadMs) return kept;
    this.trimmedMs -= ((samples.length - kept.length) / this.sampleRate) * 1000;
    return samples;
  }
}
