import type { MatrixQuestion } from './code-matrix.ts';
import type { ScoredRow } from './top-rows.ts';

/** What the thread with the matrices is asked; `id` names the answer. */
export type MatrixRequest = { id: number; matrix: number } & (
  | { kind: 'append'; dimensions: number; codes: Uint8Array; scales: Float32Array }
  | { kind: 'search'; question: MatrixQuestion }
  | { kind: 'pick'; rows: Int32Array }
  | { kind: 'close' }
);

export type MatrixAnswer = { id: number } & (
  | { bytes: number }
  | { found: ScoredRow[] }
  | { codes: Uint8Array; scales: Float32Array }
  | { fault: string }
);
