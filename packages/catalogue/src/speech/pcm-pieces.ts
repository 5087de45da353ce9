import { AppError } from '@tendril/contract/app-error';
import { Resampler } from '@tendril/contract/voice/resampler';
import { isWav, readWavHead } from '@tendril/contract/voice/wav';

/** A longer header is invalid. */
const longestHead = 4096;

/**
 * Bytes of signed 16-bit samples, raw or as a WAV file, as chunks at the wanted rate. `rate` is that of raw samples; a
 * file specifies its own. Throws PROVIDER_REFUSED for a file that holds anything else.
 */
export async function* pcmPieces(
  vendor: string,
  bytes: AsyncIterable<Uint8Array>,
  rate: number,
  wantedRate: number,
): AsyncGenerator<Int16Array> {
  let rest: Uint8Array = new Uint8Array(0);
  let resampler: Resampler | undefined;
  for await (const piece of bytes) {
    let known = joined(rest, piece);
    if (!resampler) {
      const begun = begin(vendor, known, rate, wantedRate);
      rest = known;
      if (!begun) continue;
      resampler = begun.resampler;
      known = known.subarray(begun.dataAt);
    }
    const whole = known.length - (known.length % 2);
    rest = known.slice(whole);
    const samples = resampler.push(toSamples(known.subarray(0, whole)));
    if (samples.length > 0) yield samples;
  }
  const last = resampler?.end();
  if (last && last.length > 0) yield last;
}

function begin(vendor: string, known: Uint8Array, rate: number, wantedRate: number) {
  // "RIFF" takes four bytes, and "WAVE" is at the eighth.
  if (known.length < 12) return undefined;
  if (!isWav(known)) return { dataAt: 0, resampler: new Resampler(rate, wantedRate) };
  const head = readWavHead(known);
  if (!head && known.length < longestHead) return undefined;
  if (head?.coding !== 1 || head.bits !== 16 || head.channels !== 1)
    throw new AppError('PROVIDER_REFUSED', `${vendor} returned audio that cannot be played here.`);
  return { dataAt: head.dataAt, resampler: new Resampler(head.sampleRate, wantedRate) };
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

function toSamples(bytes: Uint8Array): Int16Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Int16Array.from({ length: bytes.length / 2 }, (_, index) => view.getInt16(index * 2, true));
}
