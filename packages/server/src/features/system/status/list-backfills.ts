import type { SystemStatus } from '@tendril/contract/api/system';
import { backfillStore } from '../../../platform/db/backfills/backfills.store.ts';
import type { Database } from '../../../platform/db/schema.ts';

/** What migrations have left to be moved or filled in while servers work, as far as it is not done. */
export async function listBackfills(db: Database, now = Date.now()): Promise<SystemStatus['backfills']> {
  const rows = await backfillStore(db).list();
  return rows.flatMap((row) => {
    const { name, state, error } = row;
    if (state === 'done') return [];
    const [done, total] = [Number(row.done), Number(row.total)];
    const tookMs = now - Number(row.startedAt);
    const isGoing = state === 'open' && done > 0;
    const leftMs = isGoing ? Math.round((Math.max(0, total - done) / done) * Math.max(0, tookMs)) : null;
    return { name, isPaused: state === 'paused', done, total: Math.max(total, done), leftMs, error };
  });
}
