import type { SystemStatus } from '@tendril/contract/api/system';
import type { Database } from '../../../platform/db/schema.ts';
import { listLanes } from './list-lanes.ts';

type SystemProcess = SystemStatus['processes'][number];

/** What the database holds of the work that alerts are about. */
export async function readWork(db: Database, processes: readonly SystemProcess[]) {
  const [lanes, purge] = await Promise.all([
    listLanes(db, processes.filter(doesJobs).length),
    db
      .selectFrom('data_retention')
      .select('nextPurgeAt')
      .where('isHeld', '=', 0)
      .orderBy('nextPurgeAt')
      .limit(1)
      .executeTakeFirst(),
  ]);
  return { lanes, nextPurgeAt: purge?.nextPurgeAt ?? null };
}

function doesJobs({ state, roles }: SystemProcess): boolean {
  return state === 'up' && (roles === null || roles.includes('work'));
}
