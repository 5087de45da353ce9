import { socketSampleRate } from './call-sound.ts';
import { Resampler } from './resampler.ts';

/** Between two reports of what has been heard. */
const reportMs = 20;

/** What a page has received of a call and not played yet, at the rate of its loudspeaker. For audio worklets. */
export class PlayQueue {
  readonly #sampleRate: number;
  #resampler: Resampler;
  #pieces: Int16Array[] = [];
  #place = 0;
  #heard = 0;
  #reported = 0;

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
    this.#resampler = new Resampler(socketSampleRate, sampleRate);
  }

  push(samples: Int16Array): void {
    this.#pieces.push(this.#resampler.push(samples));
  }

  clear(): void {
    this.#resampler = new Resampler(socketSampleRate, this.#sampleRate);
    this.#pieces = [];
    this.#place = 0;
    this.#heard = 0;
    this.#reported = 0;
  }

  /** Fills a channel with samples of -1 to 1; returns the ms heard since it was last cleared, when that is to be reported. */
  fill(channel: Float32Array): number | undefined {
    for (let at = 0; at < channel.length; at += 1) {
      while (this.#pieces[0] && this.#place >= this.#pieces[0].length) this.#shift();
      const piece = this.#pieces[0];
      if (!piece) break;
      channel[at] = (piece[this.#place++] ?? 0) / 0x8000;
      this.#heard += 1;
    }
    if (this.#pieces[0] && this.#place >= this.#pieces[0].length) this.#shift();
    const isDry = this.#pieces.length === 0 && this.#heard > this.#reported;
    const msPerSample = 1000 / this.#sampleRate;
    if (!isDry && (this.#heard - this.#reported) * msPerSample < reportMs) return undefined;
    this.#reported = this.#heard;
    return this.#heard * msPerSample;
  }

  #shift(): void {
    this.#pieces.shift();
    this.#place = 0;
  }
}
