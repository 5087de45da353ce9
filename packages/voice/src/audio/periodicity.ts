/** The pitches of voices are between these, in hertz. */
const lowest = 65;
const highest = 420;

/** How alike a window of sound and itself are, `lag` samples later: 1 for a perfect repetition. */
export function likeness(window: Int16Array, lag: number): number {
  const count = window.length - lag;
  let [both, early, late] = [0, 0, 0];
  for (let at = 0; at < count; at += 1) {
    const [one, other] = [window[at] ?? 0, window[at + lag] ?? 0];
    both += one * other;
    early += one * one;
    late += other * other;
  }
  return early === 0 || late === 0 ? 0 : both / Math.sqrt(early * late);
}

/** The lags at which a voice repeats itself, from the highest one to the lowest. */
export function voiceLags(sampleRate: number): { shortest: number; longest: number } {
  return { shortest: Math.floor(sampleRate / highest), longest: Math.ceil(sampleRate / lowest) };
}
