import { socketSampleRate } from '@tendril/contract/voice/call-sound';
import { Resampler } from '@tendril/contract/voice/resampler';
import type { WorkletScope } from './worklet-scope.ts';

const scope = globalThis as unknown as WorkletScope;
/** Between two reports of what has been heard. */
const reportMs = 20;
const msPerSample = 1000 / scope.sampleRate;

/** Plays audio from the page and reports how many ms have been played since the last clear. */
class PlayerProcessor extends scope.AudioWorkletProcessor {
  #resampler = new Resampler(socketSampleRate, scope.sampleRate);
  #queue: Int16Array[] = [];
  #place = 0;
  #heard = 0;
  #reported = 0;

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<Int16Array | 'clear'>) => {
      if (data instanceof Int16Array) this.#queue.push(this.#resampler.push(data));
      else this.#clear();
    };
  }

  #clear(): void {
    this.#resampler = new Resampler(socketSampleRate, scope.sampleRate);
    this.#queue = [];
    this.#place = 0;
    this.#heard = 0;
    this.#reported = 0;
    this.port.postMessage(0);
  }

  process(_inputs: Float32Array[][], [output]: Float32Array[][]): boolean {
    const channel = output?.[0];
    if (!channel) return true;
    for (let at = 0; at < channel.length; at++) {
      const piece = this.#queue[0];
      if (!piece) break;
      channel[at] = (piece[this.#place++] ?? 0) / 0x8000;
      this.#heard += 1;
      if (this.#place < piece.length) continue;
      this.#queue.shift();
      this.#place = 0;
    }
    const isDry = this.#queue.length === 0 && this.#heard > this.#reported;
    if (isDry || (this.#heard - this.#reported) * msPerSample >= reportMs) {
      this.#reported = this.#heard;
      this.port.postMessage(this.#heard * msPerSample);
    }
    return true;
  }
}

scope.registerProcessor('player', PlayerProcessor);
