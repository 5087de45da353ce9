/** Makes samples louder or quieter, with clipping. */
export function applyGain(samples: Int16Array, gain: number): Int16Array {
  if (gain === 1) return samples;
  const louder = new Int16Array(samples.length);
  for (let at = 0; at < samples.length; at += 1)
    louder[at] = Math.max(-32_768, Math.min(32_767, Math.round((samples[at] ?? 0) * gain)));
  return louder;
}
