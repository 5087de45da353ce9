import type {
  BatchCallState,
  BatchContactOutcome,
  BatchContactState,
} from '@tendril/contract/api/batch-calls';
import type { Bit, Json, Time } from './column.ts';

/** A number that no call of the workspace is placed to. */
export interface DoNotCallTable {
  workspaceId: string;
  phoneNumber: string;
  reason: 'requested' | 'manual' | 'imported';
  note: string;
  callId: string | null;
  createdAt: Time;
}

/** On what a workspace bases that it may call the people of its batches. */
interface CallingConsentTable {
  workspaceId: string;
  basis: string;
  note: string;
  /** Programs with a key may begin batches under it. */
  coversPrograms: Bit;
  updatedAt: Time;
}

/** Many calls from one number, placed one after the other. */
export interface BatchCallTable {
  id: string;
  workspaceId: string;
  name: string;
  state: BatchCallState;
  fromNumber: string;
  /** Null: the outbound agent of the number. */
  agentId: string | null;
  version: string;
  /** Windows, retries and concurrency. */
  settings: Json;
  /** Why the server itself has paused it. */
  pauseReason: string | null;
  /** Calls in a row that no carrier took. */
  refusals: number;
  scheduledAt: Time;
  createdAt: Time;
  updatedAt: Time;
  endedAt: Time | null;
}

/** Somebody whom a batch calls. */
export interface BatchContactTable {
  id: string;
  workspaceId: string;
  batchId: string;
  position: number;
  phoneNumber: string;
  /** Whose clock its windows go by. */
  timezone: string;
  state: BatchContactState;
  /** Of its last try. */
  outcome: BatchContactOutcome | null;
  error: string | null;
  attempts: number;
  /** Not before. */
  nextAt: Time;
  /** Of its last try. It is set before the call is placed, so that no try is made twice. */
  callId: string | null;
  /** The process that places the call. */
  ownerId: string | null;
  /** The ids of its calls, the first one first. */
  tries: Json;
  /** Variables, metadata and headers of its calls, and another agent. */
  given: Json;
  updatedAt: Time;
}

/** Tables of calls that are placed by list. */
export interface BatchCallTables {
  do_not_call: DoNotCallTable;
  calling_consent: CallingConsentTable;
  batch_call: BatchCallTable;
  batch_contact: BatchContactTable;
}
