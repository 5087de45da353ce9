import type { HearingLine, OnInterim, Utterance } from '@tendril/contract/provider/speech-to-text';
import { callFrameMs } from '../audio/frame-cutter.ts';

/** How much of an utterance is kept for a new line: one minute; longer ones lose their beginning there. */
const keptFrames = 3000;

/** One utterance on its way through a recogniser: its sound is kept until its words have arrived. */
export class Hearing {
  readonly id: number;
  isFinished = false;
  private frames: Int16Array[];
  private utterance: Utterance | undefined;

  constructor(id: number, frames: readonly Int16Array[]) {
    this.id = id;
    this.frames = [...frames];
  }

  /** Sends everything so far to a line; the utterance on the previous line is over. */
  attach(line: HearingLine, onInterim: OnInterim): void {
    const utterance = line.begin(onInterim);
    this.utterance = utterance;
    for (const frame of this.frames) utterance.push(frame);
  }

  push(frame: Int16Array): void {
    this.frames.push(frame);
    if (this.frames.length > keptFrames) this.frames.shift();
    this.utterance?.push(frame);
  }

  /** How much sound there is to answer. */
  get soundMs(): number {
    return this.frames.length * callFrameMs;
  }

  words(): Promise<string> {
    return this.utterance?.finish() ?? Promise.resolve('');
  }

  cancel(): void {
    this.utterance?.cancel();
    this.utterance = undefined;
  }
}
