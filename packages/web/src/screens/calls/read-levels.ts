const headBytes = 44;
const rateAt = 24;
const bytesPerFrame = 4;

/** Loudness of both sides over a stretch from the beginning of a call, 0 to 1, in equal steps. */
export interface CallLevels {
  lengthMs: number;
  caller: readonly number[];
  agent: readonly number[];
}

/** Reads a stereo WAV of 16-bit samples: the caller left, the agent right. */
export function readLevels(wav: ArrayBuffer, steps: number): CallLevels {
  const samples = new Int16Array(
    wav,
    headBytes,
    Math.floor((wav.byteLength - headBytes) / bytesPerFrame) * 2,
  );
  const frames = samples.length / 2;
  const level = (side: 0 | 1, step: number) => {
    const from = Math.floor((frames * step) / steps);
    const to = Math.floor((frames * (step + 1)) / steps);
    let sum = 0;
    for (let at = from; at < to; at += 1) sum += (samples[at * 2 + side] ?? 0) ** 2;
    return Math.min(1, Math.sqrt(sum / Math.max(1, to - from)) / 8000);
  };
  const lane = (side: 0 | 1) => Array.from({ length: steps }, (_, step) => level(side, step));
  const rate = new DataView(wav).getUint32(rateAt, true);
  return { lengthMs: rate > 0 ? (frames / rate) * 1000 : 0, caller: lane(0), agent: lane(1) };
}
