import { sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { LaneName } from './lanes.ts';

/** The first job of a queue. */
export interface QueueHead {
  id: string;
  queue: string;
  workspaceId: string;
  runAt: number;
  createdAt: number;
}

/**
 * The first waiting job of each queue of a lane. It goes from queue to queue along an index, so its cost depends on how
 * many workspaces wait, not on how many jobs.
 */
export async function queueHeads(db: Database, lane: LaneName): Promise<QueueHead[]> {
  const { rows } = await sql<QueueHead>`
    with recursive found(queue) as (
      select min(queue) from job where state = 'waiting' and lane = ${lane}
      union all
      select (select min(queue) from job where state = 'waiting' and lane = ${lane} and queue > found.queue)
      from found where found.queue is not null)
    select job.id, job.queue, job."workspaceId", job."runAt", job."createdAt"
    from found join job on job.id = (
      select id from job head where head.state = 'waiting' and head.lane = ${lane} and head.queue = found.queue
      order by head."runAt", head."createdAt" limit 1)`.execute(db);
  return rows;
}
