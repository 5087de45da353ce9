import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';

/** What a reader thread is asked: a statement, or the next part of its rows. */
export type ReaderRequest = { sql: string; parameters: readonly SQLInputValue[] } | 'more';

/** A part of the rows, each a list of values: names are sent once, not with every row. */
export interface ReaderPart {
  columns: readonly string[];
  rows: SQLOutputValue[][];
  isLast: boolean;
}

/** What a reader thread answers. */
export type ReaderAnswer = ReaderPart | { fault: string };
