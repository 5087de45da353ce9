import { socketFrameSamples, socketSampleRate } from '@tendril/contract/voice/call-sound';
import { Resampler } from '@tendril/contract/voice/resampler';
import type { WorkletScope } from './worklet-scope.ts';

const scope = globalThis as unknown as WorkletScope;

/** Samples that a worklet is given at a time. */
const quantum = 128;
const frameSpan = (socketFrameSamples / socketSampleRate) * scope.sampleRate;

/**
 * Resamples the microphone to the rate of the line, cuts it into 20 ms frames and posts each to the page, with its place
 * among those of the call: while another microphone is taken, none come and time goes on.
 */
class MicProcessor extends scope.AudioWorkletProcessor {
  #resampler = new Resampler(scope.sampleRate, socketSampleRate);
  #frame = new Int16Array(socketFrameSamples);
  #filled = 0;
  #place = 0;
  #missing = 0;

  process([input]: Float32Array[][]): boolean {
    const channel = input?.[0];
    if (!channel) this.#miss();
    const heard = Int16Array.from(channel ?? [], (sample) => Math.max(-1, Math.min(1, sample)) * 0x7fff);
    for (const sample of this.#resampler.push(heard)) {
      this.#frame[this.#filled++] = sample;
      if (this.#filled < socketFrameSamples) continue;
      this.port.postMessage({ samples: this.#frame, place: this.#place }, [this.#frame.buffer]);
      this.#frame = new Int16Array(socketFrameSamples);
      this.#filled = 0;
      this.#place += 1;
    }
    return true;
  }

  #miss(): void {
    this.#missing += quantum;
    for (; this.#missing >= frameSpan; this.#missing -= frameSpan) this.#place += 1;
  }
}

scope.registerProcessor('mic', MicProcessor);
