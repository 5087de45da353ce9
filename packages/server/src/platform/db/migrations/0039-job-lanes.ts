import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '../sequence-column.ts';

type Db = Kysely<unknown>;

/** Lanes and queues of jobs, so that nobody's flood delays others, and why attempts failed. */
export const jobLanes: Migration = {
  async up(db: Db): Promise<void> {
    await addColumns(db);
    // What waits from before: as then, one job at a time works on a record.
    await sql`update job set queue = "workspaceId" || '/long/' || "subjectId"`.execute(db);
    await sql`drop index job_open`.execute(db);
    await sql`drop index job_running`.execute(db);
    await addIndexes(db);
    await db.schema
      .createTable('job_pool')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('ownerId', 'text', (column) => column.notNull())
      .execute();
  },
};

async function addColumns(db: Db): Promise<void> {
  const job = db.schema.alterTable('job');
  await job.addColumn('lane', 'text', (column) => column.notNull().defaultTo('long')).execute();
  await job.addColumn('queue', 'text', (column) => column.notNull().defaultTo('')).execute();
  await job.addColumn('key', 'text').execute();
  await job.addColumn('position', 'integer', (column) => column.notNull().defaultTo(0)).execute();
  await job.addColumn('deaths', 'integer', (column) => column.notNull().defaultTo(0)).execute();
  await job.addColumn('doneAtDeath', 'bigint', (column) => column.notNull().defaultTo(0)).execute();
  await job.addColumn('causes', 'text').execute();
}

async function addIndexes(db: Db): Promise<void> {
  // One job at a time of a queue, in any process.
  await sql`create unique index job_running on job (queue) where state = 'running'`.execute(db);
  if (isPostgres(db)) {
    await sql`create index job_lane on job (lane, position) where state = 'waiting'`.execute(db);
    await sql`create index job_waiting on job (lane, queue, position) where state = 'waiting'`.execute(db);
  } else
    await sql`create index job_waiting on job (lane, queue, "runAt", "createdAt") where state = 'waiting'`.execute(
      db,
    );
  await sql`create index job_owner on job ("leaseOwner") where state = 'running'`.execute(db);
  await sql`create index job_failed on job ("workspaceId", "updatedAt") where state = 'failed'`.execute(db);
  await sql`create unique index job_key on job ("workspaceId", kind, key)
    where state = 'waiting' and key is not null`.execute(db);
}
