import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmptyDatabase, postgresUrl } from '../../testing/databases.ts';
import { makeMigratedDatabase } from '../../testing/migrated-database.ts';
import { openDatabase } from '../db/client.ts';
import type { Database } from '../db/schema.ts';
import { createJobQueue, type JobQueue } from './job-queue.ts';

describe.runIf(postgresUrl !== undefined)('the workers of a process on PostgreSQL', () => {
  let empty: EmptyDatabase;
  let db: Database;
  let jobs: JobQueue;
  let done = 0;

  beforeAll(async () => {
    empty = await makeMigratedDatabase('postgres');
    const { databaseUrl = '' } = empty;
    db = await openDatabase({ ...empty, databasePool: 4 });
    const ownerId = randomUUID();
    const at = { host: 'here', pid: 1, place: null, version: '1', startedAt: 1, beatAt: 1 };
    await db
      .insertInto('process')
      .values({ ...at, id: ownerId })
      .execute();
    jobs = createJobQueue({ db, log: pino({ level: 'silent' }), databaseUrl, ownerId });
    jobs.register({
      ...{ kind: 'count', unit: 'parts', lane: 'quick', undo: async () => {} },
      async run() {
        done += 1;
      },
    });
    await jobs.start();
  });
  afterAll(async () => {
    await jobs.close();
    await db.destroy();
    await empty.remove();
  });

  /** How often somebody looked for a job. Statistics come up to a second late. */
  async function looks(): Promise<number> {
    for (let last = -1; ; ) {
      const { rows } = await sql<{
        scans: string;
      }>`select coalesce(seq_scan, 0) + coalesce(idx_scan, 0) as scans
        from pg_stat_user_tables where relname = '_private_jobs'`.execute(db);
      const scans = Number(rows[0]?.scans ?? 0);
      if (scans === last) return scans;
      last = scans;
      await delay(1500);
    }
  }

  it('look a few times for each job, however many others wait for their time', async () => {
    const add = (subjectId: string, waitMs = 0) =>
      db.transaction().execute((trx) =>
        jobs.enqueue(trx, {
          ...{ workspaceId: 'w1', kind: 'count', subjectId, input: {} },
          runAt: Date.now() + waitMs,
        }),
      );
    const before = await looks();
    const [later, now] = [100, 50];
    for (let index = 0; index < later; index += 1) await add(`later ${index}`, 4000 + index * 5);
    for (let index = 0; index < now; index += 1) {
      await add(`now ${index}`);
      await delay(20);
    }
    await expect.poll(() => done, { timeout: 60_000 }).toBe(later + now);
    const perJob = ((await looks()) - before) / (later + now);
    expect(perJob).toBeLessThan(20);
  }, 90_000);
});
