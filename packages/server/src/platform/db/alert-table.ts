import type { Time } from './column.ts';

/** Something that needed a look, from its beginning to its end; at most one row without an end for each. */
export interface SystemAlertTable {
  id: string;
  kind: string;
  /** The process or host that it is about; empty for the whole installation. */
  process: string;
  startedAt: Time;
  /** Null as long as it holds. */
  endedAt: Time | null;
}
