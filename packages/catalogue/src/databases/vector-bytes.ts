/** A vector as the bytes of 32-bit numbers, the lowest byte first, as Redis keeps them. */
export function toVectorBytes(vector: readonly number[]): Buffer {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * 4);
  return bytes;
}

/** The vector that such bytes stand for. */
export function fromVectorBytes(bytes: Buffer): number[] {
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readFloatLE(index * 4));
}
