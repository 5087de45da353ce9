import type { Logger } from 'pino';
import { createBackfillRunner } from './backfills/backfill-runner.ts';
import { knownBackfills } from './backfills/known-backfills.ts';
import { createIdleVacuum } from './idle-vacuum.ts';
import type { Database } from './schema.ts';

/** What a server does for its database beside its work: free pages are given back, and moved rows are moved on. */
export function startUpkeep(db: Database, log: Logger): { close(): Promise<void> } {
  const vacuum = createIdleVacuum(db, log);
  const backfills = createBackfillRunner({ db, log, backfills: knownBackfills });
  return {
    async close() {
      await Promise.all([vacuum.close(), backfills.close()]);
    },
  };
}
