import { frameSamples } from '@tendril/voice/audio/frame-cutter';

const usualRate = 8000;
const seconds = 60;

/** A frame of 20 ms of a tone, the given number of frames behind its beginning. */
export function toneFrame(hertz: number, index: number, sampleRate = usualRate): Int16Array {
  const size = frameSamples(sampleRate);
  const at = (sample: number) => Math.sin((2 * Math.PI * hertz * (index * size + sample)) / sampleRate);
  return Int16Array.from({ length: size }, (_, sample) => Math.round(8000 * at(sample)));
}

/** A minute of a tone as a WAV file: as a telephone hears it, or in stereo at the rate of Opus. */
export function toneFile(hertz: number, codec: 'g711' | 'opus' = 'g711'): Buffer {
  const head = Buffer.alloc(44);
  // Each sample is there so many times.
  const [channels, times] = codec === 'opus' ? [2, 6] : [1, 1];
  const bytes = 2 * channels * times * usualRate * seconds;
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + bytes, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(times * usualRate, 24);
  head.writeUInt32LE(2 * channels * times * usualRate, 28);
  head.writeUInt16LE(2 * channels, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(bytes, 40);
  const frames = Array.from({ length: seconds * 50 }, (_, index) =>
    repeated(toneFrame(hertz, index), channels * times),
  );
  return Buffer.concat([head, ...frames]);
}

function repeated(samples: Int16Array, times: number): Buffer {
  const all = new Int16Array(samples.length * times);
  for (const [index, sample] of samples.entries()) all.fill(sample, index * times, (index + 1) * times);
  return Buffer.from(all.buffer);
}

/**
 * How much of the strength of samples is in a tone: 0 to 1. One that has gaps goes on in another phase behind each of
 * them: only pieces are compared with it.
 */
export function shareOfTone(samples: Int16Array, hertz: number, sampleRate = usualRate): number {
  const pieceSamples = sampleRate / 25;
  let [inTone, all] = [0, 0];
  for (let at = 0; at + pieceSamples <= samples.length; at += pieceSamples) {
    let [cosine, sine] = [0, 0];
    for (const [index, sample] of samples.subarray(at, at + pieceSamples).entries()) {
      const angle = (2 * Math.PI * hertz * index) / sampleRate;
      cosine += sample * Math.cos(angle);
      sine += sample * Math.sin(angle);
      all += sample * sample;
    }
    inTone += (2 * (cosine * cosine + sine * sine)) / pieceSamples;
  }
  return all === 0 ? 0 : inTone / all;
}
