/** Makes samples louder or quieter, with clipping. */
export function applyGain(samples: Int16Array, gain: number): Int16Array {
  if (gain === 1) return samples;
  const louder = new Int16Array(samples.length);
  for (const [index, sample] of samples.entries())
    louder[index] = Math.max(-32_768, Math.min(32_767, Math.round(sample * gain)));
  return louder;
}
