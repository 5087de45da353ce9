import type { SyncCounts } from '@tendril/contract/api/source-sync';

/** The counts of a sync that has not begun. */
export const noCounts: SyncCounts = {
  ...{ listed: 0, added: 0, changed: 0, moved: 0, removed: 0, unchanged: 0, skipped: 0, failed: 0 },
};
