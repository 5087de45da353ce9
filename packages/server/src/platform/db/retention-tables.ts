import type { Bit, Json, Time } from './column.ts';

/** How long a workspace keeps its data, and when it was purged. */
interface DataRetentionTable {
  workspaceId: string;
  /** Days by kind, as the workspace has set them. */
  days: Json;
  /** Nothing is deleted because of its age, nor of whose it is. */
  isHeld: Bit;
  nextPurgeAt: Time;
  purgedAt: Time | null;
  /** How many of each kind the last purge deleted. */
  removed: Json;
}

/** A run or call that is kept whatever its age. */
interface KeptRecordTable {
  workspaceId: string;
  kind: 'run' | 'call';
  id: string;
  name: string;
  createdAt: Time;
}

/** A request to erase somebody's data, and the receipt of it. */
export interface ErasureTable {
  id: string;
  workspaceId: string;
  by: 'chatId' | 'sessionId' | 'email' | 'phone';
  /** Keyed: it can be compared with a name, and no name can be made of it. */
  subjectHash: string;
  requestedBy: string;
  createdAt: Time;
  endedAt: Time | null;
  counts: Json;
  /** Of everything else in the row, once it has ended. */
  hash: string | null;
  /** Whose data; null once it is erased. */
  sealedSubject: string | null;
}

/** The oldest schema whose release works with this one; one row. */
interface SchemaFloorTable {
  id: number;
  oldest: string;
}

/** Tables about the lifetime of data. */
export interface RetentionTables {
  data_retention: DataRetentionTable;
  kept_record: KeptRecordTable;
  erasure: ErasureTable;
  schema_floor: SchemaFloorTable;
}
