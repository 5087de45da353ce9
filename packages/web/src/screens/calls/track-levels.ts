const headBytes = 44;
const rateAt = 24;
const bytesPerFrame = 4;
const frameMs = 20;
const loudest = 32_768;
/** Quieter than this is not speech. */
const quietDb = -50;

/** How loud one side of a recording is, in dB below the loudest that it can hold. */
export interface TrackLevel {
  /** Of what stands out of silence; absent where nothing does. */
  speechDb?: number;
  peakDb?: number;
  /** Samples at the limit, which sound distorted. */
  clipped: number;
}

/** Reads a stereo WAV of 16-bit samples: the caller left, the agent right. */
export function readTrackLevels(wav: ArrayBuffer): { caller: TrackLevel; agent: TrackLevel } {
  const length = Math.max(0, Math.floor((wav.byteLength - headBytes) / bytesPerFrame));
  const samples = new Int16Array(wav, headBytes, length * 2);
  const rate = new DataView(wav).getUint32(rateAt, true);
  const step = Math.max(1, Math.round((rate * frameMs) / 1000));
  return { caller: levelOf(samples, 0, step), agent: levelOf(samples, 1, step) };
}

function levelOf(samples: Int16Array, side: 0 | 1, step: number): TrackLevel {
  let [peak, clipped, sum, count] = [0, 0, 0, 0];
  for (let from = side; from < samples.length; from += step * 2) {
    let square = 0;
    const to = Math.min(samples.length, from + step * 2);
    for (let at = from; at < to; at += 2) {
      const size = Math.abs(samples[at] ?? 0);
      peak = Math.max(peak, size);
      if (size >= loudest - 1) clipped += 1;
      square += size * size;
    }
    const width = Math.ceil((to - from) / 2);
    if (decibels(Math.sqrt(square / width)) < quietDb) continue;
    sum += square;
    count += width;
  }
  return {
    clipped,
    ...(peak > 0 && { peakDb: decibels(peak) }),
    ...(count > 0 && { speechDb: decibels(Math.sqrt(sum / count)) }),
  };
}

const decibels = (size: number) => 20 * Math.log10(size / loudest);
