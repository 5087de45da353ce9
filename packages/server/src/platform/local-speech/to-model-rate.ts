import { Resampler } from '@tendril/contract/voice/resampler';

/** The sample rate that the recognizer was trained on. */
export const modelRate = 16_000;
const phoneRate = 8000;

/**
 * Converts sound to the sample rate of the recognizer. Its model expects energy above 4 kHz, where telephone audio has
 * none: inserting a zero after every sample mirrors the spectrum upwards and keeps words recognizable (an ordinary
 * resampler ruins them).
 */
export function toModelRate(sampleRate: number): (samples: Int16Array) => Int16Array {
  if (sampleRate === phoneRate) return foldUp;
  const resampler = new Resampler(sampleRate, modelRate);
  return (samples) => resampler.push(samples);
}

function foldUp(samples: Int16Array): Int16Array {
  const folded = new Int16Array(samples.length * 2);
  for (let index = 0; index < samples.length; index += 1) folded[index * 2] = samples[index] ?? 0;
  return folded;
}
