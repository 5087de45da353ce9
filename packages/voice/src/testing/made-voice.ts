/** A voice made of a tone and its overtones, whose pitch glides from one height to another. */
export function madeVoice(
  ms: number,
  { from = 140, to = from, sampleRate = 16_000, strength = 5000 }: Partial<MadeVoice> = {},
): Int16Array {
  const length = Math.round((sampleRate * ms) / 1000);
  let phase = 0;
  return Int16Array.from({ length }, (_, index) => {
    // Pitch is heard by its ratios.
    phase += (from * (to / from) ** (index / length)) / sampleRate;
    let sum = 0;
    for (let overtone = 1; overtone <= 8; overtone += 1)
      sum += Math.sin(2 * Math.PI * overtone * phase) / overtone;
    return Math.round((strength * sum) / 2);
  });
}

interface MadeVoice {
  /** Pitch at its beginning and end, in hertz. */
  from: number;
  to: number;
  sampleRate: number;
  strength: number;
}
