import type { Generated } from 'kysely';
import type { Time } from './column.ts';

/** One committed change of something that processes cache; only written on PostgreSQL. */
export interface RevisionTable {
  seq: Generated<number>;
  workspaceId: string;
  what: string;
  /** The changed row, where there is one. */
  rowId: string | null;
  /** The number of the transaction, in the order in which they began. */
  n: Generated<number>;
  at: Generated<Time>;
}
