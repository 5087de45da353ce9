const quiet = 150;
const keptMs = 10;

/** Removes leading silence from audio; all of it when there is nothing but silence. */
export function trimLead(samples: Int16Array, sampleRate: number): Int16Array {
  const first = samples.findIndex((sample) => Math.abs(sample) >= quiet);
  if (first < 0) return samples.subarray(samples.length);
  return samples.subarray(Math.max(0, first - Math.round((sampleRate * keptMs) / 1000)));
}
