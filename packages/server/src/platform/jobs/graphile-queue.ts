import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../db/schema.ts';
import type { JobRow } from './jobs.store.ts';

/** The task under which the queue of PostgreSQL knows our jobs; which lane they are of is their flag. */
export const graphileTask = 'tendril-job';

/** The queue stores positions as small integers; beyond, jobs of a lane start in the order in which they came. */
const lastPosition = 32_000;
const missingAtOnce = 1000;

/** The payload of a job in the queue: everything else stands in our row. */
export interface GraphilePayload {
  jobId: string;
}

/** The queue of PostgreSQL, in its own SQL functions: it holds for every open job of ours one that starts it. */
export function graphileQueue(trx: Database | DatabaseTransaction) {
  return {
    /**
     * The turn of a new job: the first of a workspace comes as early as the first of any other, the second after all
     * first ones. So the length of nobody's line matters to the others.
     */
    async position({ lane, queue }: Pick<JobRow, 'lane' | 'queue'>): Promise<number> {
      const { rows } = await sql<{ position: number }>`select least(${sql.lit(lastPosition)}, greatest(
        coalesce((select min(position) from job where state = 'waiting' and lane = ${lane}), 0),
        coalesce((select max(position) + 1 from job where state = 'waiting' and lane = ${lane} and queue = ${queue}),
          0))) as position`.execute(trx);
      return rows[0]?.position ?? 0;
    },

    /** Another attempt of a job that is under way replaces what is under way. */
    async add(jobId: string, waitMs: number): Promise<void> {
      await sql`select graphile_worker.add_job(${graphileTask}, json_build_object('jobId', id), queue_name => queue,
        run_at => clock_timestamp() + ${waitMs} * interval '1 millisecond', job_key => id, priority => position,
        flags => array[lane]) from job where id = ${jobId}`.execute(trx);
    },

    async remove(jobIds: readonly string[]): Promise<void> {
      if (jobIds.length === 0) return;
      await sql`select graphile_worker.remove_job(id) from unnest(${[...jobIds]}::text[]) as id`.execute(trx);
    },

    /**
     * Adds the waiting jobs that it does not know: of a restored database, or of one that grew out of SQLite.
     * `areReclaimed`: only those of processes that were taken for dead, and have removed them from here when they came to
     * an end all the same.
     */
    async addMissing({ areReclaimed = false } = {}): Promise<void> {
      const wanted = areReclaimed ? sql`deaths > 0` : sql`true`;
      for (let after: string | null = ''; after !== null; ) {
        const { rows }: { rows: { last: string | null }[] } = await sql<{ last: string | null }>`
          with missing as (
            select *, to_timestamp("runAt" / 1000.0) as due from job where state = 'waiting' and id > ${after} and ${wanted}
              and not exists (select 1 from graphile_worker.jobs known where known.key = job.id)
            order by id limit ${sql.lit(missingAtOnce)}),
          added as (select count(*) from graphile_worker.add_jobs((
            select array_agg((${graphileTask}, json_build_object('jobId', id), queue, due, null, id, position,
              array[lane])::graphile_worker.job_spec) from missing)))
          select (select max(id) from missing) as last from added`.execute(trx);
        after = rows[0]?.last ?? null;
      }
    },

    /** Unlocks what pools have claimed that belong to no living process, and `poolId`. */
    async unlock(ownerId: string, poolId = ''): Promise<void> {
      await sql`delete from job_pool where id = ${poolId} or ("ownerId" <> ${ownerId}
        and not exists (select 1 from process where process.id = "ownerId"))`.execute(trx);
      const unknown = sql`locked_by is not null and not exists (select 1 from job_pool where job_pool.id = locked_by)`;
      await sql`select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from (
        select locked_by from graphile_worker._private_jobs where ${unknown}
        union all select locked_by from graphile_worker._private_job_queues where ${unknown}) locks
        having count(*) > 0`.execute(trx);
    },

    /**
     * Unlocks the queues of pools that do none of their jobs; returns whether there were any. A worker that was taken for
     * dead, and comes to its end all the same, deletes the job that another pool does by now; graphile-worker unlocks a
     * queue only together with the job that it completes, which that pool no longer finds.
     */
    async unlockQueues(): Promise<boolean> {
      const { rows } =
        await sql`update graphile_worker._private_job_queues queue set locked_at = null, locked_by = null
        where locked_by is not null and not exists (select 1 from graphile_worker._private_jobs job
          where job.job_queue_id = queue.id and job.locked_by = queue.locked_by) returning id`.execute(trx);
      return rows.length > 0;
    },

    /** Forgets the names of queues without jobs, and jobs that were replaced while they ran and then lost. */
    async clean(): Promise<void> {
      await sql`delete from graphile_worker._private_jobs where attempts >= max_attempts and locked_at is null`.execute(
        trx,
      );
      await sql`delete from graphile_worker._private_job_queues queue where locked_at is null
        and not exists (select 1 from graphile_worker._private_jobs job where job.job_queue_id = queue.id)`.execute(
        trx,
      );
    },
  };
}
