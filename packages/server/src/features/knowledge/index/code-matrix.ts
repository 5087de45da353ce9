import { type KernelForm, openKernel, type ScanCodes } from './kernel/code-kernel.ts';
import { type WasmMemory, wasmEngine } from './kernel/wasm-engine.ts';
import { type ScoredRow, TopRows } from './top-rows.ts';
import { codeOfZero, type QuestionCode } from './vector-code.ts';

/** One question to a matrix: which rows, and how many of the best. */
export interface MatrixQuestion extends QuestionCode {
  /** One bit a row. */
  mask: Uint8Array;
  depth: number;
}

const pageBytes = 65_536;
const blockRows = 1024;
const maskBytes = blockRows >> 3;

/** Codes of vectors of one length, row by row, in a memory of their own. */
export class CodeMatrix {
  readonly #dimensions: number;
  readonly #stride: number;
  readonly #memory: WasmMemory;
  readonly #scan: ScanCodes;
  readonly #out: number;
  readonly #codes: number;
  #scales = new Float32Array(64);
  #rows = 0;

  constructor(dimensions: number, form?: KernelForm) {
    this.#dimensions = dimensions;
    this.#stride = (dimensions + 15) & ~15;
    // The question first, then a block's mask and products, then the codes.
    this.#out = this.#stride + maskBytes;
    this.#codes = this.#out + blockRows * 4;
    this.#memory = new wasmEngine.Memory({ initial: Math.ceil(this.#codes / pageBytes) });
    this.#scan = openKernel(this.#memory, form);
  }

  get rows(): number {
    return this.#rows;
  }

  /** What it takes of the memory. */
  get bytes(): number {
    return this.#memory.buffer.byteLength + this.#scales.byteLength;
  }

  /** Adds rows: their codes one after the other, and a scale for each. */
  append(codes: Uint8Array, scales: Float32Array): void {
    const rows = scales.length;
    this.#reserve(this.#rows + rows);
    const memory = new Uint8Array(this.#memory.buffer);
    for (let row = 0; row < rows; row += 1) {
      const code = codes.subarray(row * this.#dimensions, (row + 1) * this.#dimensions);
      memory.set(code, this.#codes + (this.#rows + row) * this.#stride);
    }
    this.#scales.set(scales, this.#rows);
    this.#rows += rows;
  }

  /** Codes and scales of these rows, in their order. */
  pick(rows: Int32Array): { codes: Uint8Array; scales: Float32Array } {
    const codes = new Uint8Array(rows.length * this.#dimensions);
    const memory = new Uint8Array(this.#memory.buffer);
    for (let at = 0; at < rows.length; at += 1) {
      const start = this.#codes + (rows[at] as number) * this.#stride;
      codes.set(memory.subarray(start, start + this.#dimensions), at * this.#dimensions);
    }
    return { codes, scales: Float32Array.from(rows, (row) => this.#scales[row] as number) };
  }

  /** The best rows of each question. Block by block, so that a block is read from memory once for all of them. */
  search(questions: readonly MatrixQuestion[]): ScoredRow[][] {
    const tops = questions.map(({ depth }) => new TopRows(depth));
    for (let from = 0; from < this.#rows; from += blockRows) {
      const count = Math.min(blockRows, this.#rows - from);
      for (const [at, question] of questions.entries())
        this.#searchBlock(question, from, count, tops[at] as TopRows);
    }
    return tops.map((top) => top.sorted());
  }

  #searchBlock({ code, scale, sum, mask }: MatrixQuestion, from: number, count: number, top: TopRows): void {
    const part = mask.subarray(from >> 3, (from + count + 7) >> 3);
    if (part.every((byte) => byte === 0)) return;
    const memory = new Uint8Array(this.#memory.buffer);
    memory.fill(0, 0, this.#out);
    memory.set(new Uint8Array(code.buffer, code.byteOffset, code.length), 0);
    memory.set(part, this.#stride);
    this.#scan(0, this.#codes + from * this.#stride, this.#stride, 0, count, this.#stride, this.#out);
    const products = new Int32Array(this.#memory.buffer, this.#out, count);
    for (let row = 0; row < count; row += 1) {
      if ((((part[row >> 3] as number) >> (row & 7)) & 1) === 0) continue;
      const score =
        ((products[row] as number) - codeOfZero * sum) * (this.#scales[from + row] as number) * scale;
      if (score >= top.floor) top.add(from + row, score);
    }
  }

  #reserve(rows: number): void {
    const missing = this.#codes + rows * this.#stride - this.#memory.buffer.byteLength;
    // A fifth ahead: growing copies nothing, but views have to be created again.
    if (missing > 0)
      this.#memory.grow(Math.ceil(Math.max(missing, this.#rows * this.#stride * 0.2) / pageBytes));
    if (rows <= this.#scales.length) return;
    const scales = new Float32Array(Math.max(rows, Math.ceil(this.#scales.length * 1.5)));
    scales.set(this.#scales);
    this.#scales = scales;
  }
}
