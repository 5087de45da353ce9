/** Zero crossings of the filter on each side: enough to attenuate aliasing by 60 dB. */
const lobes = 16;
/** Leaves space for the filter's slope below the Nyquist frequency of the new rate. */
const passShare = 0.92;

/**
 * Resamples a stream of speech in chunks; the result is the same however the stream is chunked. Frequencies above the
 * new Nyquist frequency are removed instead of aliasing.
 */
export class Resampler {
  readonly #up: number;
  readonly #down: number;
  readonly #reach: number;
  readonly #phases: Float64Array[];
  /** Samples that later output still needs; the first is at `#start` of the stream. */
  #kept: Int16Array;
  #start: number;
  #made = 0;
  #taken = 0;

  constructor(fromRate: number, toRate: number) {
    const divisor = greatestDivisor(fromRate, toRate);
    this.#up = toRate / divisor;
    this.#down = fromRate / divisor;
    const cutOff = this.#up === this.#down ? 1 : Math.min(1, toRate / fromRate) * passShare;
    this.#reach = Math.ceil(lobes / cutOff);
    this.#phases = this.#up === this.#down ? [] : makePhases(this.#up, this.#reach, cutOff);
    // The stream begins with silence.
    this.#kept = new Int16Array(this.#reach);
    this.#start = -this.#reach;
  }

  /** The output that is determined so far. */
  push(samples: Int16Array): Int16Array {
    if (this.#up === this.#down) return samples;
    this.#taken += samples.length;
    return this.#make(samples);
  }

  /** The rest, at the end of the stream. */
  end(): Int16Array {
    if (this.#up === this.#down) return new Int16Array(0);
    const length = Math.round((this.#taken * this.#up) / this.#down);
    const left = Math.max(0, length - this.#made);
    return this.#make(new Int16Array(this.#reach + this.#down)).subarray(0, left);
  }

  #make(samples: Int16Array): Int16Array {
    const known = new Int16Array(this.#kept.length + samples.length);
    known.set(this.#kept);
    known.set(samples, this.#kept.length);
    const end = this.#start + known.length;
    const made: number[] = [];
    for (;;) {
      const place = this.#made * this.#down;
      const centre = Math.floor(place / this.#up);
      if (centre + this.#reach >= end) break;
      made.push(this.#sampleAt(known, centre, place % this.#up));
      this.#made += 1;
    }
    const needed = Math.floor((this.#made * this.#down) / this.#up) - this.#reach + 1;
    const drop = Math.min(known.length, Math.max(0, needed - this.#start));
    this.#kept = known.slice(drop);
    this.#start += drop;
    return Int16Array.from(made);
  }

  #sampleAt(known: Int16Array, centre: number, phase: number): number {
    const weights = this.#phases[phase] ?? new Float64Array();
    const first = centre - this.#reach + 1 - this.#start;
    let sum = 0;
    for (let index = 0; index < weights.length; index += 1)
      sum += (known[first + index] ?? 0) * (weights[index] ?? 0);
    return Math.max(-32_768, Math.min(32_767, Math.round(sum)));
  }
}

/** Filter weights for every offset between two samples, each set adding up to one. */
function makePhases(up: number, reach: number, cutOff: number): Float64Array[] {
  return Array.from({ length: up }, (_, phase) => {
    const weights = Float64Array.from({ length: 2 * reach }, (_unused, index) => {
      const distance = index - reach + 1 - phase / up;
      return windowAt(distance / reach) * sinc(distance * cutOff);
    });
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return weights.map((weight) => weight / sum);
  });
}

function sinc(place: number): number {
  return place === 0 ? 1 : Math.sin(Math.PI * place) / (Math.PI * place);
}

/** The Blackman window. */
function windowAt(place: number): number {
  if (Math.abs(place) >= 1) return 0;
  return 0.42 + 0.5 * Math.cos(Math.PI * place) + 0.08 * Math.cos(2 * Math.PI * place);
}

function greatestDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestDivisor(other, one % other);
}
