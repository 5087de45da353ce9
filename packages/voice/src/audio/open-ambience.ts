import type { BackgroundSoundId } from '@tendril/contract/voice/background-sounds';
import { applyGain } from './apply-gain.ts';
import { band, type Layer, murmur, noiseSource, ringing, scattered, swelling } from './background-layers.ts';

const loopMs = 12_000;
/** Length of the cross-fade at the ends of the loop. */
const blendMs = 500;

/** Layers with their share of the mix. */
const places: Record<BackgroundSoundId, (rate: number) => [number, Layer][]> = {
  'coffee-shop': (rate) => [
    [3, murmur(11, 6, rate)],
    [0.15, band(12, 100, 900, rate)],
    [0.06, scattered(13, { everyMs: 1700, lengthMs: 220 }, ringing(2600, 45), rate)],
    [0.03, scattered(14, { everyMs: 4300, lengthMs: 300 }, ringing(3700, 70), rate)],
  ],
  'convention-hall': (rate) => [
    [3, murmur(21, 12, rate)],
    [0.5, band(22, 60, 500, rate)],
  ],
  'summer-outdoor': (rate) => [
    [0.5, swelling(band(31, 80, 700, rate), 32, 2600, rate)],
    [0.05, scattered(33, { everyMs: 1400, lengthMs: 160 }, birdCall(3400), rate)],
    [0.04, scattered(34, { everyMs: 2300, lengthMs: 110 }, birdCall(4300), rate)],
    [0.12, swelling(band(35, 4200, 5200, rate), 36, 90, rate)],
  ],
  'mountain-outdoor': (rate) => [
    [1, swelling(band(41, 60, 450, rate), 42, 3100, rate)],
    [0.4, swelling(band(43, 300, 1400, rate), 44, 1700, rate)],
  ],
  'static-noise': (rate) => [
    [1, noiseSource(51)],
    [0.2, band(52, 40, 120, rate)],
  ],
  'call-center': (rate) => [
    [3, murmur(61, 9, rate)],
    [0.2, band(62, 100, 600, rate)],
    [0.05, scattered(63, { everyMs: 170, lengthMs: 12 }, ringing(2900, 3), rate)],
    [0.02, scattered(64, { everyMs: 6100, lengthMs: 900 }, ringing(880, 300), rate)],
  ],
};

function birdCall(hertz: number): (at: number, pitch: number) => number {
  return (at, pitch) => {
    const sweep = hertz * (1 + 0.2 * pitch) + 9 * at;
    return Math.sin((2 * Math.PI * sweep * at) / 1000) * Math.sin((Math.PI * at) / 160) ** 2;
  };
}

/** Gains that bring each ambience to the same loudness at volume 1, well below a voice. */
const levels: Record<BackgroundSoundId, number> = {
  'coffee-shop': 440,
  'convention-hall': 340,
  'summer-outdoor': 4400,
  'mountain-outdoor': 2100,
  'static-noise': 450,
  'call-center': 340,
};

/**
 * Twelve seconds of an ambience, shared by all calls: generated only as far as a call has played it, so that no call
 * waits for it.
 */
class AmbienceLoop {
  private readonly raw: Int16Array;
  private readonly layers: [number, Layer][];
  private readonly level: number;
  private readonly length: number;
  private readonly blend: number;
  private made = 0;

  constructor(place: BackgroundSoundId, sampleRate: number) {
    this.layers = places[place](sampleRate);
    this.level = levels[place];
    this.length = (sampleRate * loopMs) / 1000;
    this.blend = (sampleRate * blendMs) / 1000;
    this.raw = new Int16Array(this.length + this.blend);
  }

  /** Fills samples with those from a position on. Between the ends of the loop they are copied as one. */
  read(position: number, samples: Int16Array): void {
    const place = position % this.length;
    const isBlended = position >= this.length && place < this.blend;
    if (isBlended || place + samples.length > this.length) {
      for (let at = 0; at < samples.length; at += 1) samples[at] = this.at(position + at);
      return;
    }
    this.make(place + samples.length);
    samples.set(this.raw.subarray(place, place + samples.length));
  }

  private at(position: number): number {
    if (position < this.length) return this.rawAt(position);
    const place = position % this.length;
    if (place >= this.blend) return this.rawAt(place);
    const share = place / this.blend;
    return Math.round(this.rawAt(place) * share + this.rawAt(this.length + place) * (1 - share));
  }

  private rawAt(place: number): number {
    this.make(place + 1);
    return this.raw[place] ?? 0;
  }

  private make(end: number): void {
    for (; this.made < end; this.made += 1) {
      let value = 0;
      for (const [share, layer] of this.layers) value += share * layer();
      this.raw[this.made] = Math.max(-32_768, Math.min(32_767, Math.round(value * this.level)));
    }
  }
}

const loops = new Map<string, AmbienceLoop>();

/** An ambience for one call: returns its next samples, endlessly. `volume` is 0 to 2. */
export function openAmbience(
  place: BackgroundSoundId,
  volume: number,
  sampleRate: number,
): (samples: number) => Int16Array {
  const key = `${place} ${sampleRate}`;
  const loop = loops.get(key) ?? new AmbienceLoop(place, sampleRate);
  loops.set(key, loop);
  let position = 0;
  return (samples) => {
    const piece = new Int16Array(samples);
    loop.read(position, piece);
    position += samples;
    return applyGain(piece, Math.min(2, Math.max(0, volume)));
  };
}
