import { sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Scope } from '../db/scope.ts';
import type { LaneName } from './lanes.ts';

export interface JobCount {
  waiting: number;
  running: number;
}

/** Counts the open jobs of a workspace in a lane, along the index of what waits and the one of what runs. */
export async function countJobs(db: Database, { workspaceId }: Scope, lane: LaneName): Promise<JobCount> {
  const [first, end] = [`${workspaceId}/${lane}/`, `${workspaceId}/${lane}0`];
  const { rows } = await sql<JobCount>`select
    (select count(*) from job where state = 'waiting' and lane = ${lane} and queue >= ${first} and queue < ${end})
      as waiting,
    (select count(*) from job where state = 'running' and queue >= ${first} and queue < ${end}) as running`.execute(
    db,
  );
  return { waiting: Number(rows[0]?.waiting ?? 0), running: Number(rows[0]?.running ?? 0) };
}
