import { socketFrameSamples } from '@tendril/contract/voice/call-sound';
import type { WorkletScope } from './worklet-scope.ts';

const scope = globalThis as unknown as WorkletScope;

/** Cuts the microphone into frames of 20 ms and hands each to the page. */
class MicProcessor extends scope.AudioWorkletProcessor {
  #frame = new Int16Array(socketFrameSamples);
  #filled = 0;

  process([input]: Float32Array[][]): boolean {
    for (const sample of input?.[0] ?? []) {
      this.#frame[this.#filled++] = Math.max(-1, Math.min(1, sample)) * 0x7fff;
      if (this.#filled < socketFrameSamples) continue;
      this.port.postMessage(this.#frame, [this.#frame.buffer]);
      this.#frame = new Int16Array(socketFrameSamples);
      this.#filled = 0;
    }
    return true;
  }
}

scope.registerProcessor('mic', MicProcessor);
