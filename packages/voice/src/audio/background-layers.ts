/** Deterministic pseudo-random numbers between -1 and 1. */
export function noiseSource(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2_147_483_648 - 1;
  };
}

/** One layer of background sound: the value of each next sample, about -1 to 1. */
export type Layer = () => number;

/** A low-pass filter at `hertz`. */
function lowPass(hertz: number, rate: number, start = 0): (value: number) => number {
  const share = 1 - Math.exp((-2 * Math.PI * hertz) / rate);
  let last = start;
  return (value) => {
    last += share * (value - last);
    return last;
  };
}

/** Noise between two frequencies: hiss, rush or rumble. */
export function band(seed: number, low: number, high: number, rate: number): Layer {
  const noise = noiseSource(seed);
  const [upper, lower] = [lowPass(high, rate), lowPass(low, rate)];
  return () => {
    const value = upper(noise());
    return value - lower(value);
  };
}

/** A layer whose loudness varies at random, about every `periodMs`. */
export function swelling(layer: Layer, seed: number, periodMs: number, rate: number): Layer {
  const noise = noiseSource(seed);
  const smooth = lowPass(1000 / periodMs, rate, 0.5);
  const stretch = Math.round((rate * periodMs) / 1000);
  let [wanted, left] = [0.5, 0];
  return () => {
    if (left <= 0) {
      wanted = Math.max(0.15, 0.5 + 0.7 * noise());
      left = stretch * (0.6 + 0.4 * noise());
    }
    left -= 1;
    return layer() * smooth(wanted);
  };
}

/** Distant, unintelligible chatter. */
export function murmur(seed: number, people: number, rate: number): Layer {
  const voices = Array.from({ length: people }, (_, index) => {
    const own = seed + index * 97;
    const low = 180 + 60 * (index % 4);
    const syllables = swelling(band(own, low, low * 5, rate), own + 1, 140 + 25 * (index % 5), rate);
    return swelling(syllables, own + 2, 1900 + 300 * index, rate);
  });
  return () => voices.reduce((sum, voice) => sum + voice(), 0);
}

/** Short sounds at intervals: cups, keys, birds. `tone` gives a sample of one, `at` ms after its start. */
export function scattered(
  seed: number,
  { everyMs, lengthMs }: { everyMs: number; lengthMs: number },
  tone: (at: number, pitch: number) => number,
  rate: number,
): Layer {
  const noise = noiseSource(seed);
  const [length, every] = [(lengthMs * rate) / 1000, (everyMs * rate) / 1000];
  let [at, next, pitch] = [length, every * 0.3, 0];
  return () => {
    next -= 1;
    if (next <= 0) {
      at = 0;
      pitch = noise();
      next = every * (1 + 0.8 * noise());
    }
    if (at >= length) return 0;
    at += 1;
    return tone((at / rate) * 1000, pitch);
  };
}

/** A decaying sine. */
export function ringing(hertz: number, fadeMs: number): (at: number, pitch: number) => number {
  return (at, pitch) =>
    Math.sin((2 * Math.PI * hertz * (1 + 0.25 * pitch) * at) / 1000) * Math.exp(-at / fadeMs);
}
