import { describe, expect, it } from 'vitest';
import { directionOf } from '../../../testing/vector-table-stores.ts';
import type { RowNumbers } from './index-snapshot.ts';
import { localMatrix } from './matrix-handle.ts';
import { RowBits } from './row-mask.ts';
import { type TableMatrix, type TableQuestion, tableMatrix } from './table-matrix.ts';
import { toQuestionCode, toVectorCode } from './vector-code.ts';

const dimensions = 64;
const count = 400;
/** Numbers of texts are not in the order of rows, and have gaps. */
const textOf = (row: number) => 1000 + ((row * 7919) % 4001);
const vectors = Array.from({ length: count }, (_, row) => directionOf(row, dimensions));
const vectorOf = (row: number) => vectors[row] as Float32Array;
const cosine = (left: Float32Array, right: Float32Array) =>
  left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0);

const numbersOf = (rows: number): RowNumbers => {
  const textSeqs = Array.from({ length: rows }, (_, row) => textOf(row));
  return { textSeqs, rowOf: new Map(textSeqs.map((textSeq, row) => [textSeq, row])) };
};

describe('a matrix of which a table has a part', () => {
  const asked: (readonly number[])[] = [];

  /** The table, as a database compares it: exactly, among the texts that are wanted and that it has. */
  const searchIn =
    (numbers: RowNumbers) =>
    async ({ vector, wanted, depth }: TableQuestion) => {
      const texts = numbers.textSeqs.filter((textSeq) => {
        const place = textSeq - wanted.first;
        return place >= 0 && (((wanted.bits[place >> 3] ?? 0) >> (place & 7)) & 1) === 1;
      });
      expect(texts).toHaveLength(wanted.count);
      if (wanted.few) expect(wanted.few.toSorted()).toEqual(texts.toSorted());
      asked.push(texts);
      return texts
        .map((textSeq) => ({
          textSeq,
          score: cosine(vector, vectorOf(numbers.rowOf.get(textSeq) ?? 0)),
        }))
        .sort((one, other) => other.score - one.score)
        .slice(0, depth);
    };

  async function append(matrix: TableMatrix, from: number, to: number): Promise<void> {
    const rows = Array.from({ length: to - from }, (_, at) => from + at);
    const codes = rows.map((row) => toVectorCode(vectorOf(row)));
    const bytes = new Uint8Array(rows.length * dimensions);
    for (const [at, { code }] of codes.entries()) bytes.set(code, at * dimensions);
    await matrix.append({
      codes: bytes,
      scales: Float32Array.from(codes, ({ scale }) => scale),
      seqs: rows.map((row) => row + 1),
      textSeqs: rows.map(textOf),
    });
  }

  async function expectExact(matrix: TableMatrix, rows: number, step: number): Promise<void> {
    const mask = new RowBits(rows);
    for (let row = 0; row < rows; row += 1) if (row % step !== 1) mask.add(row);
    for (let number = 0; number < 20; number += 1) {
      const vector = vectorOf(number * 19);
      const question = { ...toQuestionCode(vector), vector, mask: mask.bytes, depth: 64 };
      const found = (await matrix.search(question)).map(({ row }) => row);
      const best = Array.from({ length: rows }, (_, row) => ({ row, score: cosine(vector, vectorOf(row)) }))
        .filter(({ row }) => mask.has(row))
        .sort((one, other) => other.score - one.score)
        .slice(0, 10)
        .map(({ row }) => row);
      expect(found).toHaveLength(Math.min(64, mask.count()));
      expect(found.filter((row) => !mask.has(row))).toEqual([]);
      expect(best.filter((row) => !found.includes(row))).toEqual([]);
    }
  }

  const open = (lastSeq: number, rows = count) => {
    const numbers = numbersOf(rows);
    return tableMatrix({
      table: { name: 'vector_table', dimensions, lastSeq },
      numbers,
      search: searchIn(numbers),
      openBeyond: () => localMatrix(dimensions),
    });
  };

  it.each([0, 1, 200, 399, 400])('finds what is nearest where it has %i of 400 rows', async (lastSeq) => {
    const matrix = open(lastSeq);
    await append(matrix, 0, 150);
    await append(matrix, 150, count);
    expect(matrix.beyond()).toBe(count - lastSeq);
    for (const step of [2, 3, 500]) await expectExact(matrix, count, step);
  });

  it('leaves rows to the table when it has taken them up, and older questions go on as they began', async () => {
    const before = open(100);
    await append(before, 0, 300);
    let matrix = before;
    for (const lastSeq of [101, 250, 300]) {
      matrix = await matrix.advance({ name: 'vector_table', dimensions, lastSeq });
      expect(matrix.beyond()).toBe(300 - lastSeq);
      await expectExact(matrix, 300, 3);
      await expectExact(before, 300, 3);
    }
    await append(matrix, 300, count);
    expect(matrix.beyond()).toBe(100);
    await expectExact(matrix, count, 3);
    // None of the rows that are compared here was asked of the table.
    expect(asked.at(-1)).not.toContain(textOf(351));
  });
});
