import type { BatchCallTable, BatchContactTable, DoNotCallTable } from '../platform/db/batch-call-tables.ts';
import type { Scope } from '../platform/db/scope.ts';

/** A batch call that is done. */
export function storedBatch(
  { workspaceId }: Scope,
  id: string,
  changes: Partial<BatchCallTable> = {},
): BatchCallTable {
  const none = { agentId: null, pauseReason: null, refusals: 0 };
  const times = { scheduledAt: 1, createdAt: 1, updatedAt: 1, endedAt: 1 };
  const settings = JSON.stringify({ windows: [], concurrency: 1, reserved: 0, retries: [] });
  return {
    ...{ id, workspaceId, name: id, state: 'done', fromNumber: '+12025550123', version: 'live' },
    ...{ settings, ...none, ...times },
    ...changes,
  };
}

/** One of its contacts, at a position. */
export function storedContact(
  { workspaceId }: Scope,
  batchId: string,
  position: number,
  changes: Partial<BatchContactTable> = {},
): BatchContactTable {
  return {
    ...{ id: `${batchId}-${position}`, workspaceId, batchId, position, timezone: 'UTC', state: 'answered' },
    phoneNumber: `+1202555${String(1000 + position)}`,
    ...{ outcome: null, error: null, attempts: 0, nextAt: 1, callId: null, ownerId: null, tries: '[]' },
    given: JSON.stringify({ variables: {}, metadata: {} }),
    updatedAt: 1,
    ...changes,
  };
}

/** A number of the do-not-call list. */
export function storedNotCalled(
  { workspaceId }: Scope,
  phoneNumber: string,
  changes: Partial<DoNotCallTable> = {},
): DoNotCallTable {
  return { workspaceId, phoneNumber, reason: 'manual', note: '', callId: null, createdAt: 1, ...changes };
}
