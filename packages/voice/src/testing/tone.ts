/** A tone standing for speech in tests: `ms` long, loud enough to be a voice. */
export function tone(ms: number, { sampleRate = 16_000, hertz = 300, strength = 6000 } = {}): Int16Array {
  return Int16Array.from({ length: Math.round((sampleRate * ms) / 1000) }, (_, index) =>
    Math.round(strength * Math.sin((2 * Math.PI * hertz * index) / sampleRate)),
  );
}
