import type { Bit, Json, Time } from './column.ts';

/** When a flow starts by itself: read from its published version, with what its owner has set beside it. */
export interface FlowScheduleTable {
  flowId: string;
  workspaceId: string;
  /** The published version that it was read from. */
  versionId: string;
  /** Null where that version has no schedule. */
  rule: Json | null;
  isOn: Bit;
  missed: string;
  overlap: string;
  /** Why it was turned off by the server, or starts nothing; empty otherwise. */
  problem: string;
  nextAt: Time | null;
}

/** One delivery to a flow's webhook, or one due time of its schedule: each has a key, and so starts one run at most. */
export interface FlowFiringTable {
  id: string;
  workspaceId: string;
  flowId: string;
  kind: 'webhook' | 'schedule';
  key: string;
  /** The id that the sender of a delivery has given it. */
  deliveryId: string | null;
  dueAt: Time;
  createdAt: Time;
  state: 'waiting' | 'started' | 'missed' | 'skipped' | 'failed';
  reason: string | null;
  runId: string;
  /** The trigger and the question of its run. */
  input: Json;
}

/** Tables of what starts flows. */
export interface TriggerTables {
  flow_schedule: FlowScheduleTable;
  flow_firing: FlowFiringTable;
}
