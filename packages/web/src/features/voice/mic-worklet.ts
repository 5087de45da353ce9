import { socketFrameSamples, socketSampleRate } from '@tendril/contract/voice/call-sound';
import { Resampler } from '@tendril/contract/voice/resampler';
import type { WorkletScope } from './worklet-scope.ts';

const scope = globalThis as unknown as WorkletScope;

/** Resamples the microphone to the rate of the line, cuts it into 20 ms frames and posts each to the page. */
class MicProcessor extends scope.AudioWorkletProcessor {
  #resampler = new Resampler(scope.sampleRate, socketSampleRate);
  #frame = new Int16Array(socketFrameSamples);
  #filled = 0;

  process([input]: Float32Array[][]): boolean {
    const heard = Int16Array.from(input?.[0] ?? [], (sample) => Math.max(-1, Math.min(1, sample)) * 0x7fff);
    for (const sample of this.#resampler.push(heard)) {
      this.#frame[this.#filled++] = sample;
      if (this.#filled < socketFrameSamples) continue;
      this.port.postMessage(this.#frame, [this.#frame.buffer]);
      this.#frame = new Int16Array(socketFrameSamples);
      this.#filled = 0;
    }
    return true;
  }
}

scope.registerProcessor('mic', MicProcessor);
