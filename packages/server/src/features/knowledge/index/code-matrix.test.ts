import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CodeMatrix } from './code-matrix.ts';
import { bestKernelForm, kernelForms, openKernel } from './kernel/code-kernel.ts';
import { kernelBytes } from './kernel/code-kernel-bytes.data.ts';
import { wasmEngine } from './kernel/wasm-engine.ts';
import { RowBits } from './row-mask.ts';
import { TopRows } from './top-rows.ts';
import { toQuestionCode, toVectorCode } from './vector-code.ts';

/** The same numbers every time. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function directionFrom(random: () => number, dimensions: number): Float32Array {
  const vector = Float32Array.from({ length: dimensions }, () => random() + random() + random() - 1.5);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function exact(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < left.length; at += 1) sum += (left[at] as number) * (right[at] as number);
  return sum;
}

const all = (rows: number) =>
  RowBits.of(
    Array.from({ length: rows }, (_, row) => row),
    rows,
  );

describe('the kernel of the index', () => {
  it.each(['relaxed', 'simd'] as const)('has the bytes that its text assembles to: %s', async (form) => {
    const { default: open } = await import('wabt');
    const text = readFileSync(new URL(`./kernel/code-kernel.${form}.wat`, import.meta.url), 'utf8');
    const module = (await open()).parseWat(form, text, { simd: true, relaxed_simd: true });
    expect(Buffer.from(module.toBinary({}).buffer).toString('base64')).toBe(kernelBytes[form]);
  });

  it('is the fastest that the engine validates', () => {
    expect(bestKernelForm()).toBe('relaxed');
  });

  it.each(kernelForms)('computes the exact products, extremes included: %s', (form) => {
    const random = randomFrom(7);
    const stride = 48;
    const rows = 300;
    const memory = new wasmEngine.Memory({ initial: 1 });
    const scan = openKernel(memory, form);
    const bytes = new Uint8Array(memory.buffer);
    const question = Int8Array.from({ length: stride }, (_, at) =>
      at < 16 ? (at % 2 ? 127 : -127) : Math.floor(random() * 255) - 127,
    );
    bytes.set(new Uint8Array(question.buffer), 0);
    const codes = 8192;
    for (let at = 0; at < rows * stride; at += 1)
      bytes[codes + at] = at < stride ? 127 : 1 + Math.floor(random() * 127);
    const mask = RowBits.of(
      Array.from({ length: rows }, (_, row) => row).filter((row) => row % 3 !== 1),
      rows,
    );
    bytes.set(mask.bytes, 64);
    const products = new Int32Array(memory.buffer, 128, rows).fill(-1);
    scan(0, codes, 64, 0, rows, stride, 128);
    for (let row = 0; row < rows; row += 1) {
      let sum = 0n;
      for (let at = 0; at < stride; at += 1)
        sum += BigInt(question[at] as number) * BigInt(bytes[codes + row * stride + at] as number);
      expect(products[row]).toBe(mask.has(row) ? Number(sum) : -1);
    }
  });
});

describe('the codes of vectors', () => {
  it('are from 1 to 127 and as near as half a step', () => {
    const random = randomFrom(3);
    for (let round = 0; round < 50; round += 1) {
      const vector = directionFrom(random, 1 + Math.floor(random() * 200));
      const { code, scale } = toVectorCode(vector);
      for (const [at, value] of vector.entries()) {
        expect(code[at]).toBeGreaterThanOrEqual(1);
        expect(code[at]).toBeLessThanOrEqual(127);
        expect(Math.abs(((code[at] as number) - 64) * scale - value)).toBeLessThanOrEqual(scale * 0.5001);
      }
    }
  });

  it('score nothing where there is no direction', () => {
    expect(toVectorCode(new Float32Array(20))).toEqual({ code: new Uint8Array(20).fill(64), scale: 0 });
    expect(toQuestionCode(new Float32Array(3))).toEqual({ code: new Int8Array(3), scale: 0, sum: 0 });
  });
});

describe.each(kernelForms)('a matrix of codes with the kernel %s', (form) => {
  it.each([3, 16, 100, 1536])(
    'finds the same rows as exact arithmetic over its codes, of %i numbers',
    (dimensions) => {
      const random = randomFrom(dimensions);
      const vectors = Array.from({ length: 2100 }, () => directionFrom(random, dimensions));
      const matrix = new CodeMatrix(dimensions, form);
      const coded = vectors.map(toVectorCode);
      for (let from = 0; from < vectors.length; from += 700) {
        const part = coded.slice(from, from + 700);
        const codes = new Uint8Array(part.length * dimensions);
        for (const [at, { code }] of part.entries()) codes.set(code, at * dimensions);
        matrix.append(
          codes,
          Float32Array.from(part, ({ scale }) => scale),
        );
      }
      const mask = RowBits.of(
        vectors.keys().filter((row) => row % 7 !== 0),
        vectors.length,
      );
      const questions = [1, 2].map(() => toQuestionCode(directionFrom(random, dimensions)));
      const found = matrix.search(
        questions.map((question) => ({ ...question, mask: mask.bytes, depth: 60 })),
      );
      for (const [index, { code, scale, sum }] of questions.entries()) {
        const top = new TopRows(60);
        for (const [row, own] of coded.entries()) {
          if (!mask.has(row)) continue;
          let product = 0;
          for (let at = 0; at < dimensions; at += 1)
            product += (code[at] as number) * (own.code[at] as number);
          top.add(row, (product - 64 * sum) * Math.fround(own.scale) * scale);
        }
        expect(found[index]).toEqual(top.sorted());
      }
    },
  );

  it('gives out rows that another can go on with', () => {
    const random = randomFrom(11);
    const vectors = Array.from({ length: 90 }, () => directionFrom(random, 20));
    const matrix = new CodeMatrix(20, form);
    for (const vector of vectors) {
      const { code, scale } = toVectorCode(vector);
      matrix.append(code, Float32Array.of(scale));
    }
    const question = { ...toQuestionCode(vectors[31] as Float32Array), depth: 1 };
    const { codes, scales } = matrix.pick(Int32Array.from([4, 31, 60, 89]));
    const smaller = new CodeMatrix(20, form);
    smaller.append(codes, scales);
    expect(smaller.rows).toBe(4);
    const [best] = smaller.search([{ ...question, mask: all(4).bytes }]);
    const [before] = matrix.search([{ ...question, mask: all(90).bytes }]);
    expect([best?.[0]?.row, before?.[0]?.row]).toEqual([1, 31]);
    expect(best?.[0]?.score).toBe(before?.[0]?.score);
    expect(smaller.search([{ ...question, mask: new RowBits(4).bytes }])).toEqual([[]]);
  });
});

describe('the best 64 of a matrix, compared exactly', () => {
  it('are 99.5 % of what the whole comparison finds', () => {
    const random = randomFrom(5);
    const dimensions = 256;
    // Around topics, as texts are: far harder than directions at random.
    const topics = Array.from({ length: 40 }, () => directionFrom(random, dimensions));
    const around = (topic: Float32Array, width: number) => {
      const off = directionFrom(random, dimensions);
      const vector = topic.map((value, at) => value + width * (off[at] as number));
      const length = Math.hypot(...vector);
      return vector.map((value) => value / length);
    };
    const vectors = Array.from({ length: 6000 }, (_, row) => around(topics[row % 40] as Float32Array, 0.6));
    const matrix = new CodeMatrix(dimensions);
    for (const vector of vectors) {
      const { code, scale } = toVectorCode(vector);
      matrix.append(code, Float32Array.of(scale));
    }
    const mask = all(vectors.length).bytes;
    let hits = 0;
    const rounds = 200;
    for (let round = 0; round < rounds; round += 1) {
      const question = around(topics[round % 40] as Float32Array, 0.8);
      const [found = []] = matrix.search([{ ...toQuestionCode(question), mask, depth: 64 }]);
      const best = (rows: Iterable<number>) =>
        [...rows]
          .map((row) => ({ row, score: exact(question, vectors[row] as Float32Array) }))
          .sort((one, other) => other.score - one.score)
          .slice(0, 10)
          .map(({ row }) => row);
      const wanted = new Set(best(vectors.keys()));
      hits += best(found.map(({ row }) => row)).filter((row) => wanted.has(row)).length;
    }
    expect(hits / (rounds * 10)).toBeGreaterThanOrEqual(0.995);
  });
});
