/** The two laws by which telephone lines squeeze a sample into a byte: `pcmu` in America and Japan, `pcma` elsewhere. */
export type G711Law = 'pcmu' | 'pcma';

const muBias = 0x84;
const muClip = 32_635;
const values = 256;

/** What a byte of silence is. */
export const g711Silence: Readonly<Record<G711Law, number>> = { pcmu: 0xff, pcma: 0xd5 };

function decodeMu(byte: number): number {
  const inverted = ~byte & 0xff;
  const magnitude = (((inverted & 0x0f) << 3) + muBias) << ((inverted & 0x70) >> 4);
  return inverted & 0x80 ? muBias - magnitude : magnitude - muBias;
}

function decodeA(byte: number): number {
  const flipped = byte ^ 0x55;
  const exponent = (flipped & 0x70) >> 4;
  const mantissa = ((flipped & 0x0f) << 4) + 8;
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1);
  return flipped & 0x80 ? magnitude : -magnitude;
}

function encodeMu(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(Math.abs(sample), muClip) + muBias;
  const exponent = 31 - Math.clz32(magnitude) - 7;
  return ~(sign | (exponent << 4) | ((magnitude >> (exponent + 3)) & 0x0f)) & 0xff;
}

function encodeA(sample: number): number {
  const sign = sample < 0 ? 0 : 0x80;
  // One less below zero, so that both halves have as many steps.
  const magnitude = sample < 0 ? -sample - 1 : sample;
  const exponent = Math.max(0, 31 - Math.clz32(magnitude) - 7);
  const mantissa = (magnitude >> (exponent === 0 ? 4 : exponent + 3)) & 0x0f;
  return (sign | (exponent << 4) | mantissa) ^ 0x55;
}

function tableOf(decode: (byte: number) => number): Int16Array {
  return Int16Array.from({ length: values }, (_, byte) => decode(byte));
}

/** A table of all samples: 64 KB, and faster than counting for each of them. */
function reverseTableOf(encode: (sample: number) => number): Uint8Array {
  return Uint8Array.from({ length: 65_536 }, (_, index) => encode((index << 16) >> 16));
}

const decoded = { pcmu: tableOf(decodeMu), pcma: tableOf(decodeA) };
const encoded: { -readonly [law in G711Law]?: Uint8Array } = {};

/** Samples of 16 bits of a telephone line's bytes, at its 8,000 a second. */
export function decodeG711(law: G711Law, bytes: Uint8Array): Int16Array {
  const table = decoded[law];
  const samples = new Int16Array(bytes.length);
  for (let index = 0; index < bytes.length; index += 1) samples[index] = table[bytes[index] ?? 0] ?? 0;
  return samples;
}

/** The bytes of a telephone line for samples of 16 bits at 8,000 a second. */
export function encodeG711(law: G711Law, samples: Int16Array): Uint8Array {
  encoded[law] ??= reverseTableOf(law === 'pcmu' ? encodeMu : encodeA);
  const table = encoded[law];
  const bytes = new Uint8Array(samples.length);
  for (let index = 0; index < samples.length; index += 1)
    bytes[index] = table[(samples[index] ?? 0) & 0xffff] ?? 0;
  return bytes;
}
