import { crc32, deflateSync } from 'node:zlib';

/** Pixels as a PDF holds them: one bit, or one, three or four bytes each. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8Array;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** By the bytes of a pixel: grey, colours, colours with transparency. */
const colourTypes: Readonly<Record<number, number>> = { 1: 0, 3: 2, 4: 6 };

function part(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** A PNG of these pixels; undefined for those that are arranged in another way. */
export function pngOfPixels({ width, height, data }: Pixels): Buffer | undefined {
  const isBits = data.length === Math.ceil(width / 8) * height && data.length !== width * height;
  const bytes = data.length / (width * height);
  const type = isBits ? 0 : colourTypes[bytes];
  if (type === undefined) return undefined;
  const rowLength = isBits ? Math.ceil(width / 8) : width * bytes;
  const rows = Buffer.alloc((rowLength + 1) * height);
  for (let row = 0; row < height; row += 1)
    rows.set(data.subarray(row * rowLength, (row + 1) * rowLength), row * (rowLength + 1) + 1);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = isBits ? 1 : 8;
  head[9] = type;
  return Buffer.concat([
    signature,
    part('IHDR', head),
    part('IDAT', deflateSync(rows, { level: 3 })),
    part('IEND', Buffer.alloc(0)),
  ]);
}
