import { randomUUID } from 'node:crypto';
import { AppError } from '@tendril/contract/app-error';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { databases, type EmptyDatabase } from '../../testing/databases.ts';
import { makeMigratedDatabase } from '../../testing/migrated-database.ts';
import { openDatabase } from '../db/client.ts';
import type { Database } from '../db/schema.ts';
import type { RunningJob } from './job-handler.ts';
import { createJobQueue, type JobQueue } from './job-queue.ts';
import { type NewJob, newJobRow } from './job-rows.ts';
import { type LaneName, lanes, queuesOf } from './lanes.ts';

const scope = { workspaceId: 'w1' };
const log = pino({ level: 'silent' });
const never = new AbortController().signal;

describe.each(databases)('jobs on %s', (kind) => {
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

  type Run = (job: RunningJob) => Promise<unknown>;

  /** A process that does jobs of the kind "count" with `run`. */
  async function open(
    run: Run,
    {
      undone = [],
      lane = 'long',
      takesTurns = false,
    }: { undone?: string[]; lane?: LaneName; takesTurns?: boolean } = {},
  ): Promise<JobQueue> {
    const ownerId = randomUUID();
    const jobs = createJobQueue({ db, log, databaseUrl: empty.databaseUrl, ownerId, retryMs: 10, turnMs: 0 });
    const at = { host: 'here', pid: 1, place: null, version: '1', startedAt: 1, beatAt: 1 };
    await db
      .insertInto('process')
      .values({ ...at, id: ownerId })
      .execute();
    instances.push(jobs);
    jobs.register({
      ...{ kind: 'count', unit: 'parts', lane, takesTurns, run },
      undo: async (_trx, job, why) => void undone.push(`${job.id} ${why ?? 'cancelled'}`),
    });
    await jobs.start();
    return jobs;
  }

  /** As when the processes were killed: their rows are removed by those who find them gone. */
  async function die(): Promise<void> {
    for (const instance of instances) instance.abandon();
    await db.deleteFrom('process').execute();
  }

  const ask = (jobs: JobQueue, asked: Partial<NewJob> = {}) =>
    db.transaction().execute((trx) => {
      const kindOf = { ...scope, kind: 'count', subjectId: randomUUID() };
      return jobs.enqueue(trx, { ...kindOf, ...asked });
    });
  const put = async (jobs: JobQueue, subjectId: string = randomUUID(), input: unknown = null) => {
    const job = await ask(jobs, { subjectId, input });
    jobs.poke();
    return job;
  };
  const stateOf = (id: string) =>
    db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  it('under a key are moved to another time, earlier and later, and done once', async () => {
    const done: string[] = [];
    const jobs = await open(async ({ id }) => void done.push(id), { lane: 'timers' });
    const timer = (runAt: number) =>
      ask(jobs, { key: 'k', subjectId: 's', lane: 'timers', runAt, isMoved: true });
    const first = await timer(Date.now() + 3_600_000);
    expect((await timer(Date.now() + 7_200_000)).id).toBe(first.id);
    const soon = Date.now() + 400;
    expect((await timer(soon)).id).toBe(first.id);
    expect(Number((await stateOf(first.id)).runAt)).toBe(soon);
    jobs.poke();
    expect((await jobs.wait(scope, first.id, never)).state).toBe('done');
    expect(Date.now()).toBeGreaterThanOrEqual(soon);
    expect(done).toEqual([first.id]);
    // The next one of the key is another.
    expect((await timer(Date.now() + 3_600_000)).id).not.toBe(first.id);
  });

  describe('that take turns', () => {
    const steps: string[] = [];
    let starts = 0;

    /** Does jobs of three steps, one at a time, once `subjects` wait; returns when they are done. */
    async function doTogether(subjects: readonly string[]): Promise<void> {
      steps.length = 0;
      starts = 0;
      const [hasBegun, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const jobs = await open(
        async ({ subjectId, checkpoint, advance }) => {
          starts += 1;
          hasBegun.resolve();
          await mayGoOn.promise;
          for (let done = Number(checkpoint ?? 0) + 1; done <= 3; done += 1) {
            const note = async () => void steps.push(`${subjectId} ${done}`);
            await advance({ done, total: 3, checkpoint: done }, note);
          }
        },
        { takesTurns: true },
      );
      const made: string[] = [];
      for (const subjectId of subjects) {
        made.push((await ask(jobs, { subjectId, share: 1 })).id);
        jobs.poke();
        await hasBegun.promise;
      }
      mayGoOn.resolve();
      for (const id of made) expect((await jobs.wait(scope, id, never)).state).toBe('done');
    }

    it('give way to those of other records, and go on from their last step', async () => {
      await doTogether(['large', 'other']);
      expect(steps.toSorted()).toEqual(['large 1', 'large 2', 'large 3', 'other 1', 'other 2', 'other 3']);
      expect(steps.indexOf('other 1')).toBeLessThan(steps.indexOf('large 3'));
    });

    it('are not overtaken by those of their own record', async () => {
      await doTogether(['large', 'other', 'large']);
      expect(steps.slice(0, 3)).toEqual(['large 1', 'large 2', 'large 3']);
    });

    it('do not stop where nobody waits', async () => {
      await doTogether(['alone']);
      expect(starts).toBe(1);
    });
  });

  if (kind === 'postgres')
    it('that were abandoned go on although nobody considered their process dead', async () => {
      let attempts = 0;
      const jobs = await open(async ({ signal }) => {
        attempts += 1;
        if (attempts > 1) return;
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        signal.throwIfAborted();
      });
      const { id } = await put(jobs);
      await expect.poll(() => attempts, { timeout: 10_000 }).toBe(1);
      jobs.abandon();
      expect((await jobs.wait(scope, id, AbortSignal.timeout(20_000))).state).toBe('done');
      expect(attempts).toBe(2);
    });

  it('of one place are as many under way as its share, whatever their workspaces', async () => {
    let [atOnce, most] = [0, 0];
    const opened = Promise.withResolvers<void>();
    const jobs = await open(
      async () => {
        atOnce += 1;
        most = Math.max(most, atOnce);
        await opened.promise;
        atOnce -= 1;
      },
      { lane: 'webhooks' },
    );
    const made = [];
    for (let index = 0; index < 8; index += 1)
      made.push(
        await ask(jobs, {
          workspaceId: `w${index}`,
          lane: 'webhooks',
          place: 'receiver https://a',
          share: 2,
        }),
      );
    jobs.poke();
    await expect.poll(() => atOnce).toBe(2);
    opened.resolve();
    for (const [index, { id }] of made.entries())
      expect((await jobs.wait({ workspaceId: `w${index}` }, id, never)).state).toBe('done');
    expect(most).toBe(2);
  });

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
    const jobs = await open(
      async (job) => {
        seen.push(job.checkpoint);
        if (job.input === 'bad') throw new AppError('INVALID_INPUT', 'no good');
        if (job.checkpoint === undefined) await job.advance({ done: 1, total: null, checkpoint: 'half' });
        if (seen.length < 3) throw new AppError('PROVIDER_UNAVAILABLE', 'not now');
        return 'well';
      },
      { undone },
    );
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

  it('fail after five attempts that only note what they begin, and have five again after a step', async () => {
    const lasts: boolean[] = [];
    const jobs = await open(async (job) => {
      await job.advance({ done: 0, total: null, checkpoint: 'begun', isNote: true });
      lasts.push(job.isLastAttempt);
      if (lasts.length === 3) await job.advance({ done: 1, total: null, checkpoint: 'further' });
      throw new AppError('PROVIDER_UNAVAILABLE', 'not now');
    });
    const { id } = await put(jobs);
    expect((await jobs.wait(scope, id, never)).state).toBe('failed');
    expect(lasts.map((isLast) => (isLast ? 'last' : ''))).toEqual(['', '', '', '', '', '', 'last']);
  });

  it('end when they are cancelled, under way or still waiting, and what they made is taken back', async () => {
    const undone: string[] = [];
    const begun = Promise.withResolvers<void>();
    const jobs = await open(
      async ({ signal }) => {
        begun.resolve();
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
      { undone },
    );
    const running = await put(jobs, 'store');
    const waiting = await put(jobs, 'store');
    await begun.promise;
    expect((await jobs.cancel(scope, waiting.id)).state).toBe('cancelled');
    expect((await jobs.cancel(scope, running.id)).state).toBe('cancelled');
    expect(undone).toEqual([`${waiting.id} cancelled`, `${running.id} cancelled`]);
    expect((await jobs.cancel(scope, running.id)).state).toBe('cancelled');
  });

  it('pause after their step, and go on where they stopped when they are resumed', async () => {
    const seen: unknown[] = [];
    const begun = Promise.withResolvers<void>();
    const jobs = await open(async ({ checkpoint, signal, advance }) => {
      seen.push(checkpoint);
      if (checkpoint !== undefined) return 'done';
      await advance({ done: 1, total: 2, checkpoint: 'half' });
      begun.resolve();
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      return undefined;
    });
    const running = await put(jobs, 'store');
    const waiting = await put(jobs, 'store');
    await begun.promise;
    expect((await jobs.pause(scope, waiting.id)).state).toBe('paused');
    expect((await jobs.pause(scope, running.id)).state).toBe('paused');
    expect((await jobs.listOpen(scope, ['store'])).map(({ state }) => state)).toEqual(['paused', 'paused']);
    expect((await jobs.cancel(scope, waiting.id)).state).toBe('cancelled');
    expect(['waiting', 'running', 'done']).toContain((await jobs.resume(scope, running.id)).state);
    expect(await jobs.wait(scope, running.id, never)).toMatchObject({ state: 'done', result: 'done' });
    expect(seen).toEqual([undefined, 'half']);
    await expect(jobs.pause({ workspaceId: 'w2' }, running.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
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
    expect(most).toBeLessThanOrEqual(lanes.long.share);
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

  it('that wait for their record start when that is free', async () => {
    const begun = Promise.withResolvers<void>();
    const free = Promise.withResolvers<void>();
    const jobs = await open(async () => {
      begun.resolve();
      await free.promise;
    });
    await put(jobs, 'store');
    await begun.promise;
    const waiting = await put(jobs, 'store');
    expect((await stateOf(waiting.id)).state).toBe('waiting');
    free.resolve();
    expect((await jobs.wait(scope, waiting.id, never)).state).toBe('done');
  });

  it('of a process that is gone are taken up, those of a living one are not, and the first writes no more', async () => {
    const stuck = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const refused = Promise.withResolvers<unknown>();
    const run: Run = async (job) => {
      if (job.checkpoint) return job.checkpoint;
      await job.advance({ done: 1, total: 2, checkpoint: 'step 1' });
      begun.resolve();
      await stuck.promise;
      await job.advance({ done: 2, total: 2, checkpoint: 'too late' }).catch(refused.resolve);
      return 'too late';
    };
    const first = await open(run);
    const { id } = await put(first, 'store');
    await begun.promise;
    const second = await open(run);
    expect(await second.recover()).toBe(0);
    await die();
    expect(await second.recover()).toBe(1);
    const ended = await second.wait(scope, id, never);
    expect(ended).toMatchObject({ state: 'done', result: 'step 1', causes: { PROCESS_DIED: 1 } });
    stuck.resolve();
    expect(await refused.promise).toMatchObject({ code: 'CONFLICT' });
    expect((await second.read(scope, id)).result).toBe('step 1');
  });

  it('are given up after their process died four times without progress under them, and can be run again', async () => {
    const undone: string[] = [];
    const stuck = Promise.withResolvers<void>();
    let isMended = false;
    let starts = 0;
    const run: Run = async () => {
      starts += 1;
      if (!isMended) await stuck.promise;
      return 'well';
    };
    const jobs = await open(run, { undone });
    const { id } = await put(jobs, 'store');
    let latest = jobs;
    const stateNow = async () => (await stateOf(id)).state;
    for (;;) {
      await expect.poll(stateNow).not.toBe('waiting');
      if ((await stateNow()) === 'failed') break;
      await die();
      latest = await open(run, { undone });
    }
    const ended = await latest.wait(scope, id, never);
    expect(ended).toMatchObject({
      ...{ state: 'failed', attempts: 1, causes: { PROCESS_DIED: 4, INVALID_INPUT: 1 } },
      error: { message: 'The server stopped several times during this job.' },
    });
    expect([starts, undone.length]).toEqual([4, 1]);
    expect(await latest.listFailed({ workspaceId: 'w2' })).toEqual([]);
    expect((await latest.listFailed(scope)).map((job) => job.id)).toEqual([id]);
    isMended = true;
    stuck.resolve();
    await latest.runAgain(scope, id);
    expect(await latest.wait(scope, id, never)).toMatchObject({ state: 'done', result: 'well', causes: {} });
    await expect(latest.runAgain(scope, id)).rejects.toMatchObject({ code: 'CONFLICT' });
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

  it('of one key wait once, and again once the first is under way', async () => {
    const free = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const jobs = await open(async () => {
      begun.resolve();
      await free.promise;
    });
    const timer = { subjectId: 'purge', key: 'purge' };
    const later = await ask(jobs, { ...timer, runAt: Date.now() + 3_600_000 });
    expect((await ask(jobs, timer)).id).toBe(later.id);
    expect((await ask(jobs, { ...timer, workspaceId: 'w2' })).id).not.toBe(later.id);
    jobs.poke();
    await begun.promise;
    await jobs.cancel(scope, later.id);
    const next = await ask(jobs, timer);
    expect(next.id).not.toBe(later.id);
    free.resolve();
    jobs.poke();
    expect((await jobs.wait(scope, next.id, never)).state).toBe('done');
  });

  it('of one key go on after their process died, although another one waits under it by then', async () => {
    const begun = Promise.withResolvers<void>();
    const stuck = Promise.withResolvers<void>();
    const first = await open(async () => {
      begun.resolve();
      await stuck.promise;
    });
    const asked = { subjectId: 's', key: 'k' };
    const died = await ask(first, asked);
    first.poke();
    await begun.promise;
    const waiting = await ask(first, asked);
    expect(waiting.id).not.toBe(died.id);
    await die();
    const second = await open(async () => {});
    await second.recover();
    // The first, which is alive after all, takes jobs again: what it is stuck in must not keep them.
    stuck.resolve();
    second.poke();
    for (const { id } of [died, waiting]) expect((await second.wait(scope, id, never)).state).toBe('done');
    expect((await stateOf(died.id)).causes).toContain('PROCESS_DIED');
  }, 60_000);

  it('of one key go on after the one before them was done twice: by a process that was taken for dead, too', async () => {
    const [begun, stuck] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = await open(async () => {
      begun.resolve();
      await stuck.promise;
    });
    const asked = { subjectId: 's', key: 'k' };
    const died = await ask(first, asked);
    first.poke();
    await begun.promise;
    const waiting = await ask(first, asked);
    await die();
    const [again, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const second = await open(async () => {
      again.resolve();
      await free.promise;
    });
    // The first may take another one before it knows that it is taken for dead.
    const reaper = setInterval(() => void second.recover().catch(() => undefined), 100);
    onTestFinished(() => clearInterval(reaper));
    await again.promise;
    // The first comes to an end with what somebody else does by now.
    stuck.resolve();
    await first.close();
    free.resolve();
    for (const { id } of [died, waiting]) expect((await second.wait(scope, id, never)).state).toBe('done');
  }, 30_000);

  it('of a smaller share are fewer at once, without holding up those of others', async () => {
    const begun: unknown[] = [];
    const free = new Map<unknown, () => void>();
    const jobs = await open(async (job) => {
      begun.push(job.input);
      await new Promise<void>((resolve) => free.set(job.input, resolve));
    });
    for (const input of ['a1', 'a2', 'a3']) await ask(jobs, { input, share: 1 });
    for (const input of ['b1', 'b2']) await ask(jobs, { input, workspaceId: 'w2' });
    jobs.poke();
    await expect.poll(() => begun.toSorted()).toEqual(['a1', 'b1', 'b2']);
    expect(await jobs.count(scope, 'long')).toEqual({ waiting: 2, running: 1 });
    free.get('a1')?.();
    await expect.poll(() => begun.toSorted()).toEqual(['a1', 'a2', 'b1', 'b2']);
    for (const end of ['a2', 'b1', 'b2']) free.get(end)?.();
    await expect.poll(() => begun.at(-1)).toBe('a3');
    free.get('a3')?.();
  });

  it('exist and start only if what caused them was committed', async () => {
    const started: unknown[] = [];
    const jobs = await open(async (job) => void started.push(job.input));
    const undone = db.transaction().execute(async (trx) => {
      await jobs.enqueue(trx, { ...scope, kind: 'count', subjectId: 'a', input: 'lost' });
      throw new Error('rolled back');
    });
    await expect(undone).rejects.toThrow('rolled back');
    const { id } = await put(jobs, 'a', 'kept');
    await jobs.wait(scope, id, never);
    expect(started).toEqual(['kept']);
  });

  it('of a flooded lane, and of a flooding workspace, hold up nobody else', {
    timeout: 120_000,
  }, async () => {
    const started: string[] = [];
    const free = Promise.withResolvers<void>();
    await flood(db, 'flood', 50_000);
    // The engine learns of rows that it did not write when it starts.
    const here = await open(async (job) => {
      started.push(job.workspaceId);
      if (job.workspaceId === 'flood') await free.promise;
    });
    here.register({ kind: 'other', unit: 'parts', lane: 'quick', run: async () => 'quick' });
    await expect.poll(() => started.length, { timeout: 30_000 }).toBe(lanes.long.share);
    const theirs = await ask(here, { workspaceId: 'w1' });
    here.poke();
    expect((await here.wait(scope, theirs.id, never)).state).toBe('done');
    const quick = await ask(here, { workspaceId: 'flood', kind: 'other' });
    here.poke();
    expect((await here.wait({ workspaceId: 'flood' }, quick.id, never)).result).toBe('quick');
    // No more than its share began before the others, however many processes there are.
    expect(started).toEqual([...Array<string>(lanes.long.share).fill('flood'), 'w1']);
    await db.deleteFrom('job').where('state', '=', 'waiting').execute();
    free.resolve();
  });
});

/** So many waiting jobs of one workspace, as if they had been enqueued one by one. */
async function flood(db: Database, workspaceId: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    ...newJobRow({ workspaceId, kind: 'count', subjectId: `subject ${index}` }, undefined),
    queue: queuesOf(workspaceId, 'long', `subject ${index}`)[0] ?? '',
    position: Math.min(index, 32_000),
  }));
  for (let at = 0; at < rows.length; at += 1000)
    await db
      .insertInto('job')
      .values(rows.slice(at, at + 1000))
      .execute();
}
