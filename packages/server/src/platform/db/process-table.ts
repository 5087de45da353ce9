import type { Time } from './column.ts';

/** A server that uses this database. Its row is deleted when it stops, or when another finds it dead. */
export interface ProcessTable {
  id: string;
  host: string;
  pid: number;
  /** The scope of its pid: equal for processes that can see each other's; null where that is unknown. */
  place: string | null;
  version: string;
  startedAt: Time;
  /** The last heartbeat, by the database's clock. */
  beatAt: Time;
}
