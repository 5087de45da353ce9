import { frameSamples } from '@tendril/voice/audio/frame-cutter';
import { makeSpeech } from '../../../../testing/made-speech.ts';
import type { PhoneLine } from '../phone-line.ts';
import { listenTo } from './sip-office.ts';

const frameMs = 20;

/** A person at the other end of a line, who says sentences and hears what comes. */
export class SpeakingPhone {
  readonly line: PhoneLine;
  readonly heard: ReturnType<typeof listenTo>;
  #queue: Int16Array[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor(line: PhoneLine) {
    this.line = line;
    this.heard = listenTo(line);
    const format = line.format ?? { sampleRate: 8000 };
    this.#timer = setInterval(() => {
      const samples = this.#queue.shift();
      if (samples) line.play({ format, samples });
    }, frameMs);
    line.ended.finally(() => clearInterval(this.#timer)).catch(() => undefined);
  }

  get heardMs(): number {
    return (this.heard.samples.length / this.#rate) * 1000;
  }

  /** Says a sentence; settles when its last sound is on the line. */
  async speak(text: string): Promise<void> {
    const sound = await makeSpeech(text, this.#rate);
    const size = frameSamples(this.#rate);
    for (let at = 0; at < sound.length; at += size) {
      const frame = new Int16Array(size);
      frame.set(sound.subarray(at, at + size));
      this.#queue.push(frame);
    }
    while (this.#queue.length > 0) await new Promise((resolve) => setTimeout(resolve, frameMs));
  }

  /** How loud it was between two moments of what was heard, in ms. */
  loudness(fromMs: number, toMs = this.heardMs): number {
    const perMs = this.#rate / 1000;
    const span = this.heard.samples.slice(Math.floor(fromMs * perMs), Math.floor(toMs * perMs));
    return Math.sqrt(span.reduce((sum, sample) => sum + sample ** 2, 0) / Math.max(1, span.length));
  }

  get #rate(): number {
    return this.line.format?.sampleRate ?? 8000;
  }
}
