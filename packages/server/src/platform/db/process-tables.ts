import type { Generated } from 'kysely';
import type { Time } from './column.ts';
import type { RevisionTable } from './revision-table.ts';

/** A server that uses this database. Its row is deleted when it stops, or when another finds it dead. */
interface ProcessTable {
  id: string;
  host: string;
  pid: number;
  /** The scope of its pid: equal for processes that can see each other's; null where that is unknown. */
  place: string | null;
  version: string;
  startedAt: Time;
  /** The last heartbeat, by the database's clock. */
  beatAt: Time;
  /** Where it answers internal requests; null until it listens. */
  address: string | null;
  /** `draining`: it finishes what it has, and takes nothing new. */
  state: Generated<'up' | 'draining'>;
  /** How much of what it can do it was doing at its last heartbeat: 1 is full. */
  load: number | null;
  /** What it does, as a comma list; null for one of an older version. */
  roles: string | null;
}

/** What the processes of an installation know each other by. */
export interface ProcessTables {
  process: ProcessTable;
  revision: RevisionTable;
}
