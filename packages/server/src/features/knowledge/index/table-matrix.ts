import type { RowNumbers } from './index-snapshot.ts';
import type { MatrixHandle } from './matrix-handle.ts';
import type { ScoredRow } from './top-rows.ts';
import { type TextRange, type WantedTexts, wantedTexts } from './wanted-texts.ts';

/** A table that has every vector up to a row of `vector_code`; a later state of it has more. */
export interface ReadyTable {
  name: string;
  dimensions: number;
  lastSeq: number;
}

/** A question to the table of a matrix. */
export interface TableQuestion {
  vector: Float32Array;
  wanted: WantedTexts;
  depth: number;
}

interface TableMatrixParts {
  table: ReadyTable;
  /** Those of the index that this matrix is of. */
  numbers: RowNumbers;
  search(question: TableQuestion): Promise<{ textSeq: number; score: number }[]>;
  /** A matrix for the rows that are newer than what the table has. */
  openBeyond(): MatrixHandle;
}

/** A matrix whose vectors the database compares, but for the newest. */
export interface TableMatrix extends MatrixHandle {
  /** How many rows are compared here, because the table did not have them. */
  beyond(): number;
  /** The same rows with a later state of the table, which has more of them; this one stays as it is. */
  advance(table: ReadyTable): Promise<TableMatrix>;
}

/**
 * A matrix whose vectors the database compares. Rows that were written since are compared here, until the table has
 * them too; what may be found is decided by the same mask for both.
 */
export function tableMatrix(parts: TableMatrixParts): TableMatrix {
  const { table, numbers, search, openBeyond } = parts;
  const range: TextRange = { textSeqs: numbers.textSeqs, rows: 0, first: Number.POSITIVE_INFINITY, last: 0 };
  /** Of those that are compared here. */
  const seqs: number[] = [];
  let beyond: MatrixHandle | undefined;
  // Masks are made once and asked with many times; rows are added before the first of them.
  const known = new WeakMap<Uint8Array, { rows: number; wanted: WantedTexts }>();

  function wantedBy(mask: Uint8Array): WantedTexts {
    const before = known.get(mask);
    if (before?.rows === range.rows) return before.wanted;
    const wanted = wantedTexts(mask, range);
    known.set(mask, { rows: range.rows, wanted });
    return wanted;
  }

  async function searchTable(vector: Float32Array, mask: Uint8Array, depth: number): Promise<ScoredRow[]> {
    const found = await search({ vector, wanted: wantedBy(mask), depth });
    return found.map(({ textSeq, score }) => ({ row: numbers.rowOf.get(textSeq) as number, score }));
  }

  const matrix: TableMatrix = {
    place: 'table',
    bytes: () => beyond?.bytes() ?? 0,
    beyond: () => seqs.length,
    async append(batch) {
      const newer = batch.seqs.findIndex((seq) => seq > table.lastSeq);
      const first = newer === -1 ? batch.seqs.length : newer;
      for (const textSeq of batch.textSeqs.slice(0, first)) {
        range.rows += 1;
        range.first = Math.min(range.first, textSeq);
        range.last = Math.max(range.last, textSeq);
      }
      if (first === batch.seqs.length) return;
      beyond ??= openBeyond();
      for (const seq of batch.seqs.slice(first)) seqs.push(seq);
      // Copied: what is given to a thread is taken from here.
      await beyond.append({
        codes: batch.codes.slice(first * table.dimensions),
        scales: batch.scales.slice(first),
        seqs: batch.seqs.slice(first),
        textSeqs: batch.textSeqs.slice(first),
      });
    },
    async search(question) {
      const { vector, mask, depth } = question;
      const [far, near] = await Promise.all([
        searchTable(vector, mask, depth),
        beyond?.search({ ...question, mask: maskFrom(mask, range.rows) }) ?? [],
      ]);
      return [...far, ...near.map(({ row, score }) => ({ row: row + range.rows, score }))]
        .sort((one, other) => other.score - one.score || one.row - other.row)
        .slice(0, depth);
    },
    async pick() {
      throw new Error('These vectors are in the database.');
    },
    async advance(later) {
      const next = tableMatrix({ ...parts, table: later });
      const newer = seqs.findIndex((seq) => seq > later.lastSeq);
      const taken = newer === -1 ? seqs.length : newer;
      const { textSeqs } = numbers;
      const inTable = Array.from({ length: range.rows + taken }, (_, row) => textSeqs[row] as number);
      const none = { codes: new Uint8Array(), scales: new Float32Array() };
      await next.append({ ...none, seqs: inTable.map(() => 0), textSeqs: inTable });
      if (!beyond || taken === seqs.length) return next;
      const rows = Int32Array.from({ length: seqs.length - taken }, (_, at) => taken + at);
      const left = { seqs: seqs.slice(taken), textSeqs: textSeqs.slice(range.rows + taken) };
      await next.append({ ...(await beyond.pick(rows)), ...left });
      return next;
    },
    close: () => beyond?.close(),
  };
  return matrix;
}

const isSet = (mask: Uint8Array, row: number) => (((mask[row >> 3] ?? 0) >> (row & 7)) & 1) === 1;

/** The bits of a mask from a row on. */
function maskFrom(mask: Uint8Array, first: number): Uint8Array {
  const rows = Math.max(0, mask.length * 8 - first);
  const rest = new Uint8Array((rows + 7) >> 3);
  for (let row = 0; row < rows; row += 1)
    if (isSet(mask, first + row)) rest[row >> 3] = (rest[row >> 3] as number) | (1 << (row & 7));
  return rest;
}
