/** What a parsing worker is started with. */
export interface ParseJob {
  format: 'pdf' | 'docx';
  bytes: Uint8Array;
}

/** What it answers to each request for the next piece: one page of a PDF, or the whole text of a Word document. */
export type ParsedPiece =
  | { kind: 'piece'; text: string; number: number; total: number }
  | { kind: 'end' }
  | { kind: 'failed'; why: string };
