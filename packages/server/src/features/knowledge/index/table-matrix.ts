import type { RowNumbers } from './index-snapshot.ts';
import type { MatrixHandle } from './matrix-handle.ts';
import type { ScoredRow } from './top-rows.ts';
import type { TableSearch } from './vector-tables.store.ts';

/** A table that has every vector up to a row of `vector_code`; a later state of it has more. */
export interface ReadyTable {
  name: string;
  dimensions: number;
  lastSeq: number;
}

interface TableMatrixParts {
  table: ReadyTable;
  /** Those of the index that this matrix is of. */
  numbers: RowNumbers;
  search: TableSearch;
  /** A matrix for the rows that are newer than what the table has. */
  openBeyond(): MatrixHandle;
}

/**
 * A matrix whose vectors the database compares. Rows that were written since are compared here, until the table has
 * them too; what may be found is decided by the same mask for both.
 */
export function tableMatrix({ table, numbers, search, openBeyond }: TableMatrixParts): MatrixHandle {
  let inTable = 0;
  let beyond: MatrixHandle | undefined;

  async function searchTable(vector: Float32Array, mask: Uint8Array, depth: number): Promise<ScoredRow[]> {
    const texts: number[] = [];
    for (let row = 0; row < inTable; row += 1)
      if (isSet(mask, row)) texts.push(numbers.textSeqs[row] as number);
    const found = await search(table, { vector, texts, depth });
    return found.map(({ textSeq, score }) => ({ row: numbers.rowOf.get(textSeq) as number, score }));
  }

  return {
    place: 'table',
    bytes: () => beyond?.bytes() ?? 0,
    async append({ codes, scales, seqs }) {
      const first = seqs.findIndex((seq) => seq > table.lastSeq);
      inTable += first === -1 ? seqs.length : first;
      if (first === -1) return;
      beyond ??= openBeyond();
      // Copied: what is given to a thread is taken from here.
      await beyond.append({
        codes: codes.slice(first * table.dimensions),
        scales: scales.slice(first),
        seqs: seqs.slice(first),
      });
    },
    async search(question) {
      const { vector, mask, depth } = question;
      const [far, near] = await Promise.all([
        searchTable(vector, mask, depth),
        beyond?.search({ ...question, mask: maskFrom(mask, inTable) }) ?? [],
      ]);
      return [...far, ...near.map(({ row, score }) => ({ row: row + inTable, score }))]
        .sort((one, other) => other.score - one.score || one.row - other.row)
        .slice(0, depth);
    },
    async pick() {
      throw new Error('These vectors are in the database.');
    },
    close: () => beyond?.close(),
  };
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
