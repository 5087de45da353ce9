import { CodeMatrix, type MatrixQuestion } from './code-matrix.ts';
import type { ScoredRow } from './top-rows.ts';

/** Rows to add: their codes one after the other, and for each a scale, its number in the database and its text's. */
interface CodeBatch {
  codes: Uint8Array;
  scales: Float32Array;
  seqs: readonly number[];
  textSeqs: readonly number[];
}

/** A question as it is asked of any matrix: with the vector that its code is of. */
interface IndexQuestion extends MatrixQuestion {
  vector: Float32Array;
}

/** A matrix of codes, wherever it is; `table`: their vectors are compared by the database. */
export interface MatrixHandle {
  readonly place: 'here' | 'thread' | 'database' | 'table';
  /** What it takes of the memory. */
  bytes(): number;
  append(batch: CodeBatch): Promise<void>;
  search(question: IndexQuestion): Promise<ScoredRow[]>;
  /** Codes and scales of these rows. */
  pick(rows: Int32Array): Promise<{ codes: Uint8Array; scales: Float32Array }>;
  close(): void;
}

/** A matrix on the event loop: for so few rows that nobody notices. */
export function localMatrix(dimensions: number): MatrixHandle {
  const matrix = new CodeMatrix(dimensions);
  return {
    place: 'here',
    bytes: () => matrix.bytes,
    async append({ codes, scales }) {
      matrix.append(codes, scales);
    },
    search: async (question) => matrix.search([question])[0] ?? [],
    pick: async (rows) => matrix.pick(rows),
    close: () => {},
  };
}
