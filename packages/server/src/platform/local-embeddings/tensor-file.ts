import { readFile } from 'node:fs/promises';
import { AppError } from '@tendril/contract/app-error';
import * as z from 'zod';

const lengthBytes = 8;
const mostHeader = 10 * 1024 * 1024;

const header = z.record(
  z.string(),
  z.union([
    z.object({
      dtype: z.string(),
      shape: z.array(z.number().int().min(0)),
      data_offsets: z.tuple([z.number().int().min(0), z.number().int().min(0)]),
    }),
    // Free words about the file.
    z.record(z.string(), z.string()),
  ]),
);

const widths: Readonly<Record<string, number>> = { F64: 8, F32: 4, F16: 2, BF16: 2, I8: 1, I64: 8, I32: 4 };

/** Numbers of a file, read where they lie. */
export interface Tensor {
  shape: readonly number[];
  /** The number at a place, counted over all rows. */
  at(place: number): number;
}

const refuse = (why: string) => new AppError('NODE_FAILED', `The model's file cannot be read: ${why}.`);

/** The tensors of a safetensors file, by their names. Throws NODE_FAILED for a file that is damaged. */
export async function readTensors(path: string): Promise<ReadonlyMap<string, Tensor>> {
  const bytes = await readFile(path);
  if (bytes.length < lengthBytes) throw refuse('it is too short');
  const length = Number(bytes.readBigUInt64LE(0));
  const start = lengthBytes + length;
  if (length > mostHeader || start > bytes.length) throw refuse('its header is not whole');
  const parsed = header.safeParse(parseJson(bytes.toString('utf8', lengthBytes, start)));
  if (!parsed.success) throw refuse('its header is not that of safetensors');
  const tensors = new Map<string, Tensor>();
  for (const [name, entry] of Object.entries(parsed.data)) {
    if (!('dtype' in entry) || typeof entry.dtype !== 'string' || !Array.isArray(entry.shape)) continue;
    const { dtype, shape, data_offsets: offsets } = entry as Extract<typeof entry, { shape: number[] }>;
    const width = widths[dtype];
    const count = shape.reduce((product, size) => product * size, 1);
    const [from, to] = offsets;
    if (!width) throw refuse(`it holds numbers of the kind ${dtype.slice(0, 20)}`);
    if (to - from !== count * width || start + to > bytes.length) throw refuse('a part of it is missing');
    const data = new DataView(bytes.buffer, bytes.byteOffset + start + from, to - from);
    tensors.set(name, { shape, at: readerOf(dtype, data) });
  }
  return tensors;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refuse('its header is not JSON');
  }
}

function readerOf(dtype: string, data: DataView): Tensor['at'] {
  switch (dtype) {
    case 'F64':
      return (place) => data.getFloat64(place * 8, true);
    case 'F16':
      return (place) => fromHalf(data.getUint16(place * 2, true));
    case 'BF16':
      return (place) => fromBrainFloat(data.getUint16(place * 2, true));
    case 'I8':
      return (place) => data.getInt8(place);
    case 'I64':
      return (place) => Number(data.getBigInt64(place * 8, true));
    case 'I32':
      return (place) => data.getInt32(place * 4, true);
    default: {
      // An array of its kind is read many times as fast, and has to begin at a multiple of its width.
      const { buffer, byteOffset, byteLength } = data;
      const isEven = byteOffset % 4 === 0;
      const bytes = isEven ? buffer : buffer.slice(byteOffset, byteOffset + byteLength);
      const numbers = new Float32Array(bytes, isEven ? byteOffset : 0, byteLength / 4);
      return (place) => numbers[place] ?? 0;
    }
  }
}

/** A number of 16 bits: one for the sign, five for the exponent, ten for the fraction. */
function fromHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

const word = new DataView(new ArrayBuffer(4));

/** The upper half of a number of 32 bits. */
function fromBrainFloat(bits: number): number {
  word.setUint32(0, bits << 16);
  return word.getFloat32(0);
}
