import type { Time } from './column.ts';

/** A content of a shared file storage that may have lost, or never get, the row that refers to it. */
export interface ContentCheckTable {
  workspaceId: string;
  sha256: string;
  /** Requests that have stored it, or are about to, and have not written their row yet. */
  pending: number;
  /** When those are no longer waited for. */
  pendingUntil: Time;
  /** When a process began to remove it. */
  claimedAt: Time | null;
}
