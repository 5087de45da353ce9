import type { HeardText, HearingLine, OnInterim, Utterance } from '@tendril/contract/provider/speech-to-text';
import { callFrameMs } from '../audio/frame-cutter.ts';

/** How much of an utterance is kept for a new line: one minute; longer ones lose their beginning there. */
const keptFrames = 3000;

/** One utterance on its way through a recognizer: its sound is kept until its words have arrived. */
export class Hearing {
  readonly id: number;
  isFinished = false;
  private frames: Int16Array[];
  /** When each frame began, also of those that are no longer kept. */
  private readonly starts: number[];
  /** The first frame that the line of the moment has heard. */
  private first = 0;
  private utterance: Utterance | undefined;

  /** `endsAt`: when the last of the frames ended. */
  constructor(id: number, frames: readonly Int16Array[], endsAt: number) {
    this.id = id;
    this.frames = [...frames];
    this.starts = frames.map((_, index) => endsAt - (frames.length - index) * callFrameMs);
  }

  /** Sends everything so far to a line; the utterance on the previous line is over. */
  attach(line: HearingLine, onInterim: OnInterim): void {
    const utterance = line.begin(onInterim);
    this.utterance = utterance;
    this.first = this.starts.length - this.frames.length;
    for (const frame of this.frames) utterance.push(frame);
  }

  push(frame: Int16Array, startedAt: number): void {
    this.frames.push(frame);
    this.starts.push(startedAt);
    if (this.frames.length > keptFrames) this.frames.shift();
    this.utterance?.push(frame);
  }

  /** How much sound there is to answer. */
  get soundMs(): number {
    return this.frames.length * callFrameMs;
  }

  /** The final words; their times are those of the call's clock. */
  async heard(): Promise<HeardText> {
    const { text, words } = (await this.utterance?.finish()) ?? { text: '' };
    if (!words || words.length === 0) return { text };
    const timed = words.map((word) => ({
      text: word.text,
      startMs: this.atOf(word.startMs),
      endMs: this.atOf(word.endMs),
    }));
    return { text, words: timed };
  }

  cancel(): void {
    this.utterance?.cancel();
    this.utterance = undefined;
  }

  /** When a moment of the sound was spoken: a line may have paused in between. */
  private atOf(soundMs: number): number {
    const index = Math.floor(Math.max(0, soundMs) / callFrameMs);
    const frame = Math.min(this.first + index, this.starts.length - 1);
    const restMs = Math.min(callFrameMs, soundMs - (frame - this.first) * callFrameMs);
    return (this.starts[frame] ?? 0) + Math.max(0, restMs);
  }
}
