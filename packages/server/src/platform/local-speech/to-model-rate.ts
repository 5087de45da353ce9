import { Resampler } from '@tendril/contract/voice/resampler';

/** What the recogniser was trained on. */
export const modelRate = 16_000;
const phoneRate = 8000;

/**
 * Brings sound to the rate of the recogniser. Its model expects something above 4 kHz, where a telephone has nothing: a
 * telephone's sound is folded up by a zero after every sample, and words stay words (an ordinary resampler ruins them).
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
