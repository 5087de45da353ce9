import type { Time } from './column.ts';

/** A server that uses this database. Its row goes when it stops, or when another has found it gone. */
export interface ProcessTable {
  id: string;
  host: string;
  pid: number;
  /** Where its pid means something: the same for processes that can see each other's; null where that is unknown. */
  place: string | null;
  version: string;
  startedAt: Time;
  /** When it was last heard of, by the database's clock. */
  beatAt: Time;
}
