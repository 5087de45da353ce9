import { socketFrameSamples, socketSampleRate } from '../voice/call-sound.ts';
import { Resampler } from '../voice/resampler.ts';
import { workletScope } from './worklet-scope.ts';

/** A frame of 20 ms, and its place among those of the call. */
export interface MicrophoneFrame {
  samples: Int16Array<ArrayBuffer>;
  place: number;
}

/** Samples that a worklet is given at a time. */
const quantum = 128;
const frameSpan = (socketFrameSamples / socketSampleRate) * workletScope.sampleRate;
const loudest = 0x7fff;

/**
 * The worklet of a call's microphone: resamples it to the rate of the line, cuts it into frames and posts each to the
 * page. While another microphone is taken, none come and time goes on.
 */
export class CallMicrophone extends workletScope.AudioWorkletProcessor {
  #resampler = new Resampler(workletScope.sampleRate, socketSampleRate);
  #samples = new Int16Array(socketFrameSamples);
  #filled = 0;
  #place = 0;
  #missing = 0;

  process([input]: Float32Array[][]): boolean {
    const channel = input?.[0];
    if (!channel) this.#miss();
    const heard = Int16Array.from(channel ?? [], (sample) => Math.max(-1, Math.min(1, sample)) * loudest);
    for (const sample of this.#resampler.push(heard)) {
      this.#samples[this.#filled++] = sample;
      if (this.#filled < socketFrameSamples) continue;
      const frame: MicrophoneFrame = { samples: this.#samples, place: this.#place };
      this.port.postMessage(frame, [frame.samples.buffer]);
      this.#samples = new Int16Array(socketFrameSamples);
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
