import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases, type EmptyDatabase } from '../../testing/databases.ts';
import { makeMigratedDatabase } from '../../testing/migrated-database.ts';
import { openDatabase } from '../db/client.ts';
import type { Database } from '../db/schema.ts';
import { createJobQueue, type JobQueue } from './job-queue.ts';
import { registerRecurring } from './recurring-job.ts';

describe.each(databases)('recurring jobs on %s', (kind) => {
  let empty: EmptyDatabase;
  let db: Database;
  let instances: JobQueue[] = [];

  beforeEach(async () => {
    empty = await makeMigratedDatabase(kind);
    db = await openDatabase({ ...empty, databasePool: 4 });
  });
  afterEach(async () => {
    await Promise.all(instances.map((instance) => instance.close()));
    instances = [];
    await db.destroy();
    await empty.remove();
  });

  async function open(everyMs: number, run: () => Promise<void>): Promise<JobQueue> {
    const log = pino({ level: 'silent' });
    const jobs = createJobQueue({ db, log, databaseUrl: empty.databaseUrl, retryMs: 1 });
    instances.push(jobs);
    registerRecurring(jobs, { name: 'sweep', everyMs, run });
    await jobs.start();
    return jobs;
  }
  const waiting = () => db.selectFrom('job').select('runAt').where('state', '=', 'waiting').execute();

  it('wait once, however many processes there are, and never run at start', async () => {
    let runs = 0;
    const count = async () => {
      runs += 1;
    };
    const before = Date.now();
    await open(3_600_000, count);
    await open(3_600_000, count);
    const rows = await waiting();
    expect([rows.length, runs]).toEqual([1, 0]);
    expect(rows[0]?.runAt).toBeGreaterThanOrEqual(before + 3_600_000);
  });

  it('come again after every run, also after one that failed for good', async () => {
    let runs = 0;
    await open(10, async () => {
      runs += 1;
      if (runs <= 5) throw new Error('not this time');
    });
    await expect.poll(() => runs, { timeout: 15_000 }).toBeGreaterThan(7);
    const failed = await db.selectFrom('job').select('id').where('state', '=', 'failed').execute();
    expect(failed).toHaveLength(1);
  });
});
