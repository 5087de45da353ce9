import type { Time } from './column.ts';

/** How often something has happened in a window of time; the key says what, and to whom, without naming them. */
interface UsageWindowTable {
  key: string;
  count: number;
  endsAt: Time;
}

/** What the runs of a workspace have used in a day or month: the sum of its parts, which spare writers each other's locks. */
interface WorkspaceUsageTable {
  workspaceId: string;
  /** A day or a month in UTC: `2026-11-22`, `2026-11`. */
  period: string;
  part: number;
  runs: number;
  tokens: number;
  costUsd: number;
}

/** A receiver of webhooks whose latest attempt has failed: it gets one at a time, of all processes together. */
interface AilingReceiverTable {
  origin: string;
  failedAt: Time;
}

/** What is counted for limits. */
export interface UsageTables {
  usage_window: UsageWindowTable;
  workspace_usage: WorkspaceUsageTable;
  ailing_receiver: AilingReceiverTable;
}
