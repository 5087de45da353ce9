/** Which rows of an index may be found. */
export interface RowMask {
  has(row: number): boolean;
}

/** Rows as one bit each. */
export class RowBits implements RowMask {
  bytes: Uint8Array;

  constructor(rows: number) {
    this.bytes = new Uint8Array((rows + 7) >> 3);
  }

  static of(rows: Iterable<number>, size: number): RowBits {
    const bits = new RowBits(size);
    for (const row of rows) bits.add(row);
    return bits;
  }

  has(row: number): boolean {
    return (((this.bytes[row >> 3] ?? 0) >> (row & 7)) & 1) === 1;
  }

  add(row: number): void {
    const place = row >> 3;
    if (place >= this.bytes.length) this.#grow(place + 1);
    this.bytes[place] = (this.bytes[place] as number) | (1 << (row & 7));
  }

  /** Those of both. */
  and(other: RowBits): RowBits {
    const both = new RowBits(0);
    const length = Math.min(this.bytes.length, other.bytes.length);
    both.bytes = new Uint8Array(length);
    for (let at = 0; at < length; at += 1)
      both.bytes[at] = (this.bytes[at] as number) & (other.bytes[at] as number);
    return both;
  }

  count(): number {
    let count = 0;
    for (const byte of this.bytes) count += bitsOf[byte] as number;
    return count;
  }

  /** Those that are set, in ascending order. */
  rows(): number[] {
    const rows: number[] = [];
    for (let place = 0; place < this.bytes.length; place += 1)
      for (let rest = this.bytes[place] as number, row = place * 8; rest > 0; rest >>= 1, row += 1)
        if (rest & 1) rows.push(row);
    return rows;
  }

  #grow(least: number): void {
    const bytes = new Uint8Array(Math.max(least, this.bytes.length * 2));
    bytes.set(this.bytes);
    this.bytes = bytes;
  }
}

const bitsOf = Uint8Array.from({ length: 256 }, (_, byte) => {
  let count = 0;
  for (let rest = byte; rest > 0; rest >>= 1) count += rest & 1;
  return count;
});
