import type { DatabaseTransaction } from '../schema.ts';

/** What one slice has done. */
interface Slice {
  rows: number;
  /** Where the next one begins; undefined after the last. */
  cursor?: unknown;
}

/** Work on the rows that were there before a migration: some at a time, while servers work. */
export interface Backfill<Name extends string = string> {
  readonly name: Name;
  /** Does the next slice, in the transaction that notes how far it has come. */
  slice(trx: DatabaseTransaction, cursor: unknown): Promise<Slice>;
  /** After the last slice, in the transaction that notes the end. */
  finish?(trx: DatabaseTransaction): Promise<void>;
}
