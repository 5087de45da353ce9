import { randomUUID } from 'node:crypto';
import { AppError } from '@tendril/contract/app-error';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases, type EmptyDatabase, makeDatabase } from '../../testing/databases.ts';
import { openDatabase } from '../db/client.ts';
import { migrate } from '../db/migrate.ts';
import type { Database } from '../db/schema.ts';
import type { RunningJob } from './job-handler.ts';
import { jobLeases } from './jobs.store.ts';
import { createJobs, type Jobs } from './jobs.ts';

const scope = { workspaceId: 'w1' };
const log = pino({ level: 'silent' });
const never = new AbortController().signal;

describe.each(databases)('jobs on %s', (kind) => {
  let empty: EmptyDatabase;
  let db: Database;
  let instances: Jobs[] = [];

  beforeEach(async () => {
    empty = await makeDatabase(kind);
    db = await openDatabase({ ...empty, databasePool: 4 });
    await migrate(db);
  });
  afterEach(async () => {
    await Promise.all(instances.map((instance) => instance.close()));
    instances = [];
    await db.destroy();
    await empty.remove();
  });

  /** A process that does jobs of the kind "count" with `run`. */
  async function open(
    run: (job: RunningJob) => Promise<unknown>,
    undone: string[] = [],
    leaseMs = 300,
  ): Promise<Jobs> {
    const jobs = createJobs({ db, log, leaseMs, retryMs: 10 });
    instances.push(jobs);
    jobs.register({
      kind: 'count',
      unit: 'parts',
      run,
      undo: async (_trx, job, why) => void undone.push(`${job.id} ${why ?? 'cancelled'}`),
    });
    await jobs.start();
    return jobs;
  }

  const put = async (jobs: Jobs, subjectId: string = randomUUID(), input: unknown = null) => {
    const job = await db
      .transaction()
      .execute((trx) => jobs.enqueue(trx, { ...scope, kind: 'count', subjectId, input }));
    jobs.poke();
    return job;
  };

  it('are done, with progress on the way and a result in the end', async () => {
    const jobs = await open(async (job) => {
      await job.advance({ done: 1, total: 2, checkpoint: { at: 1 } });
      return { input: job.input };
    });
    const { id } = await put(jobs, 'store', { a: 1 });
    const ended = await jobs.wait(scope, id, never);
    expect(ended).toMatchObject({ state: 'done', result: { input: { a: 1 } }, error: null, attempts: 0 });
    expect(ended.progress).toEqual({ done: 1, total: 2, unit: 'parts' });
  });

  it('are seen by their own workspace only', async () => {
    const jobs = await open(async () => null);
    const { id } = await put(jobs);
    await expect(jobs.read({ workspaceId: 'w2' }, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(jobs.cancel({ workspaceId: 'w2' }, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are tried again after a passing failure, from their last step, and not after a final one', async () => {
    const seen: unknown[] = [];
    const undone: string[] = [];
    const jobs = await open(async (job) => {
      seen.push(job.checkpoint);
      if (job.input === 'bad') throw new AppError('INVALID_INPUT', 'no good');
      if (job.checkpoint === undefined) await job.advance({ done: 1, total: null, checkpoint: 'half' });
      if (seen.length < 3) throw new AppError('PROVIDER_UNAVAILABLE', 'not now');
      return 'well';
    }, undone);
    const first = await put(jobs);
    expect(await jobs.wait(scope, first.id, never)).toMatchObject({ state: 'done', result: 'well' });
    expect(seen).toEqual([undefined, 'half', 'half']);
    const second = await put(jobs, 'other', 'bad');
    const failed = await jobs.wait(scope, second.id, never);
    expect(failed).toMatchObject({ state: 'failed', error: { code: 'INVALID_INPUT', message: 'no good' } });
    expect(undone).toEqual([`${second.id} no good`]);
  });

  it('fail after five attempts that get nowhere', async () => {
    let attempts = 0;
    const jobs = await open(async () => {
      attempts += 1;
      throw new Error('a bug');
    });
    const { id } = await put(jobs);
    const ended = await jobs.wait(scope, id, never);
    expect([ended.state, ended.error?.message, attempts]).toEqual([
      'failed',
      'Something went wrong on the server.',
      5,
    ]);
  });

  it('end when they are cancelled, under way or still waiting, and what they made is taken back', async () => {
    const undone: string[] = [];
    const begun = Promise.withResolvers<void>();
    const jobs = await open(async ({ signal }) => {
      begun.resolve();
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    }, undone);
    const running = await put(jobs, 'store');
    const waiting = await put(jobs, 'store');
    await begun.promise;
    expect((await jobs.cancel(scope, waiting.id)).state).toBe('cancelled');
    expect((await jobs.cancel(scope, running.id)).state).toBe('cancelled');
    expect(undone).toEqual([`${waiting.id} cancelled`, `${running.id} cancelled`]);
    expect((await jobs.cancel(scope, running.id)).state).toBe('cancelled');
  });

  it('work on one record one after the other, and on few records at once', async () => {
    let [now, most] = [0, 0];
    const order: unknown[] = [];
    const jobs = await open(async (job) => {
      now += 1;
      most = Math.max(most, now);
      order.push(job.input);
      await job.advance({ done: 1, total: 1, checkpoint: 1 });
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
    });
    const same = [await put(jobs, 'store', 1), await put(jobs, 'store', 2), await put(jobs, 'store', 3)];
    const others = await Promise.all(Array.from({ length: 6 }, () => put(jobs)));
    for (const { id } of [...same, ...others]) expect((await jobs.wait(scope, id, never)).state).toBe('done');
    expect(most).toBeLessThanOrEqual(2);
    expect(order.filter((input) => input !== null)).toEqual([1, 2, 3]);
  });

  it('that came within one millisecond run in the order in which they came', async () => {
    const order: unknown[] = [];
    const jobs = await open(async (job) => void order.push(job.input));
    const numbers = Array.from({ length: 30 }, (_, number) => number);
    const asked = await db.transaction().execute(async (trx) => {
      const made = [];
      for (const input of numbers)
        made.push(await jobs.enqueue(trx, { ...scope, kind: 'count', subjectId: 'store', input }));
      return made;
    });
    jobs.poke();
    for (const { id } of asked) expect((await jobs.wait(scope, id, never)).state).toBe('done');
    expect(order).toEqual(numbers);
    // What the order rests on: rows of one time would come as the database likes.
    expect(new Set(asked.map(({ createdAt }) => createdAt)).size).toBe(numbers.length);
  });

  it('that wait for their record are due when that is free, not all the time meanwhile', async () => {
    const begun = Promise.withResolvers<void>();
    const free = Promise.withResolvers<void>();
    const jobs = await open(
      async () => {
        begun.resolve();
        await free.promise;
      },
      [],
      60_000,
    );
    const running = await put(jobs, 'store');
    await begun.promise;
    const waiting = await put(jobs, 'store');
    const row = await db
      .selectFrom('job')
      .select('leasedUntil')
      .where('id', '=', running.id)
      .executeTakeFirstOrThrow();
    expect(await jobLeases(db).nextAt()).toBe(row.leasedUntil);
    free.resolve();
    expect((await jobs.wait(scope, waiting.id, never)).state).toBe('done');
  });

  it('of a process that is gone are taken up before their lease runs out, those of a living one are not', async () => {
    const stuck = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const first = await open(
      async (job) => {
        await job.advance({ done: 1, total: 2, checkpoint: 'step 1' });
        begun.resolve();
        await stuck.promise;
      },
      [],
      3_600_000,
    );
    const { id } = await put(first);
    await begun.promise;
    const { leaseOwner } = await db.selectFrom('job').select('leaseOwner').executeTakeFirstOrThrow();
    const at = { host: 'here', pid: 1, place: null, version: '1', startedAt: 1, beatAt: 1 };
    await db
      .insertInto('process')
      .values({ ...at, id: leaseOwner ?? '' })
      .execute();
    expect(await jobLeases(db).freeUnowned()).toBe(0);
    await db.deleteFrom('process').execute();
    const second = await open(async (job) => job.checkpoint);
    await second.recover();
    expect(await second.wait(scope, id, never)).toMatchObject({ state: 'done', result: 'step 1' });
    stuck.resolve();
  });

  it('go on elsewhere when their process stops in order: from the last step, at once', async () => {
    const stepped = Promise.withResolvers<void>();
    const first = await open(async (job) => {
      await job.advance({ done: 1, total: 2, checkpoint: 'step 1' });
      stepped.resolve();
      await new Promise((_, reject) => job.signal.addEventListener('abort', () => reject(job.signal.reason)));
    });
    const { id } = await put(first);
    await stepped.promise;
    await first.close();
    expect(await first.read(scope, id)).toMatchObject({ state: 'waiting', attempts: 0 });
    const second = await open(async (job) => job.checkpoint);
    expect(await second.wait(scope, id, never)).toMatchObject({ state: 'done', result: 'step 1' });
  });

  it('are taken over from a process that is silent, which then can write nothing more', async () => {
    const stuck = Promise.withResolvers<void>();
    const refused = Promise.withResolvers<unknown>();
    // So long a lease that it is not renewed within the test.
    const hourMs = 3_600_000;
    const first = await open(
      async (job) => {
        await job.advance({ done: 1, total: 2, checkpoint: 'step 1' });
        await stuck.promise;
        await job.advance({ done: 2, total: 2, checkpoint: 'too late' }).catch(refused.resolve);
      },
      [],
      hourMs,
    );
    const { id } = await put(first);
    await expect.poll(async () => (await first.read(scope, id)).progress.done).toBe(1);
    // As if the process had been gone for longer than its lease.
    await db.updateTable('job').set({ leasedUntil: 1 }).where('id', '=', id).execute();
    const second = await open(async (job) => job.checkpoint);
    expect(await second.wait(scope, id, never)).toMatchObject({ state: 'done', result: 'step 1' });
    stuck.resolve();
    expect(await refused.promise).toMatchObject({ code: 'CONFLICT' });
    expect((await second.read(scope, id)).result).toBe('step 1');
  });
});
