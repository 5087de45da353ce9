import type { Json, Time } from './column.ts';

/** Rows that a migration has left to be moved or filled in while servers work. */
export interface BackfillTable {
  name: string;
  state: 'open' | 'paused' | 'done';
  /** Where the next slice begins; null before the first. */
  cursor: Json | null;
  done: number;
  /** About how many rows there were at the beginning. */
  total: number;
  /** Why the last slice failed; it is tried again. */
  error: string | null;
  startedAt: Time;
  updatedAt: Time;
}
