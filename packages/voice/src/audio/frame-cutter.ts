import { Resampler } from '@tendril/contract/voice/resampler';
import type { AudioFrame } from '../audio-format.ts';

/** Length of a call's frames. */
export const callFrameMs = 20;

/** Samples of one frame at a rate. */
export function frameSamples(sampleRate: number): number {
  return Math.round((sampleRate * callFrameMs) / 1000);
}

/** Cuts audio chunks of any length into frames of 20 ms at the line's rate. */
export class FrameCutter {
  private rest = new Int16Array(0);
  private resampler: { from: number; with: Resampler } | undefined;
  readonly sampleRate: number;

  constructor(sampleRate: number) {
    this.sampleRate = sampleRate;
  }

  push(frame: AudioFrame): Int16Array[] {
    const samples = this.atLineRate(frame);
    const size = frameSamples(this.sampleRate);
    if (this.rest.length === 0 && samples.length === size) return [samples];
    const all = new Int16Array(this.rest.length + samples.length);
    all.set(this.rest);
    all.set(samples, this.rest.length);
    const whole = Math.floor(all.length / size);
    this.rest = all.slice(whole * size);
    return Array.from({ length: whole }, (_, index) => all.slice(index * size, (index + 1) * size));
  }

  private atLineRate({ format, samples }: AudioFrame): Int16Array {
    if (format.sampleRate === this.sampleRate) return samples;
    if (this.resampler?.from !== format.sampleRate)
      this.resampler = {
        from: format.sampleRate,
        with: new Resampler(format.sampleRate, this.sampleRate),
      };
    return this.resampler.with.push(samples);
  }
}
