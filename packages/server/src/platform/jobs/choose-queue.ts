import { sql } from 'kysely';
import type { DatabaseTransaction } from '../db/schema.ts';
import type { NewJob } from './job-rows.ts';
import type { JobRow } from './jobs.store.ts';
import { queuesOf } from './lanes.ts';

/**
 * The queue of a new job: that of the open jobs of its record, which are done one at a time; else one in which nothing
 * waits or runs; else the one that its record prefers.
 */
export async function chooseQueue(
  trx: DatabaseTransaction,
  { workspaceId, lane, subjectId }: Pick<JobRow, 'workspaceId' | 'lane' | 'subjectId'>,
  { share, place = workspaceId }: Pick<NewJob, 'share' | 'place'>,
): Promise<string> {
  const open = await trx
    .selectFrom('job')
    .select('queue')
    .where('workspaceId', '=', workspaceId)
    .where('subjectId', '=', subjectId)
    .where('lane', '=', lane)
    .where('state', 'in', ['waiting', 'running'])
    .limit(1)
    .executeTakeFirst();
  if (open) return open.queue;
  const queues = queuesOf(place, lane, subjectId, share);
  const names = sql.join(queues.map((queue, rank) => sql`(${queue}, ${sql.lit(rank)})`));
  const { rows } = await sql<{ queue: string }>`
    with named(queue, rank) as (values ${names})
    select queue from named where
      not exists (select 1 from job where state = 'waiting' and lane = ${lane} and job.queue = named.queue)
      and not exists (select 1 from job where state = 'running' and job.queue = named.queue)
    order by rank limit 1`.execute(trx);
  return rows[0]?.queue ?? queues[0] ?? '';
}
