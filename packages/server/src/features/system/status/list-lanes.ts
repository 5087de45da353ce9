import type { SystemStatus } from '@tendril/contract/api/system';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';
import { type LaneName, laneNames, lanePlaces } from '../../../platform/jobs/lanes.ts';

type SystemLane = SystemStatus['lanes'][number];

/** A job that was due only now waits for nothing but the next look. */
const startingMs = 20_000;

/** What the lanes have to do, in all processes and workspaces. `workers`: the processes that do jobs. */
export async function listLanes(db: Database, workers: number): Promise<SystemLane[]> {
  const counts = await db
    .selectFrom('job')
    .select(['lane', 'state', sql<number>`count(*)`.as('count')])
    .where('state', 'in', ['waiting', 'running'])
    .groupBy(['lane', 'state'])
    .execute();
  const countOf = (lane: LaneName, state: 'waiting' | 'running') =>
    Number(counts.find((row) => row.lane === lane && row.state === state)?.count ?? 0);
  return Promise.all(
    laneNames.map(async (name): Promise<SystemLane> => {
      const [running, waiting] = [countOf(name, 'running'), countOf(name, 'waiting')];
      const oldest = waiting === 0 ? undefined : await findOldest(db, name);
      if (!oldest) return { name, running, waiting, oldestAt: null, oldestKind: null, why: null };
      const place = { running, places: lanePlaces[name] * workers };
      return {
        name,
        running,
        waiting,
        oldestAt: oldest.runAt,
        oldestKind: oldest.kind,
        why: whyOf(oldest, place),
      };
    }),
  );
}

function whyOf(
  { runAt, isQueued }: { runAt: number; isQueued: boolean },
  { running, places }: { running: number; places: number },
): SystemLane['why'] {
  if (places === 0) return 'nobody';
  if (running >= places) return 'places';
  if (Date.now() - runAt < startingMs) return 'starting';
  return isQueued ? 'share' : 'unknown';
}

async function findOldest(db: Database, lane: LaneName) {
  const row = await db
    .selectFrom('job')
    .select([
      'runAt',
      'kind',
      sql<boolean | number>`exists (
        select 1 from job other where other.queue = job.queue and other.state = 'running')`.as('isQueued'),
    ])
    .where('state', '=', 'waiting')
    .where('lane', '=', lane)
    .where('runAt', '<=', Date.now())
    .orderBy('runAt')
    .limit(1)
    .executeTakeFirst();
  return row && { runAt: row.runAt, kind: row.kind, isQueued: Boolean(row.isQueued) };
}
