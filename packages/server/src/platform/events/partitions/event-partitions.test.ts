import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { codeCache } from '../../../testing/code-cache.ts';
import { databases, type EmptyDatabase, makeDatabase } from '../../../testing/databases.ts';
import { createBackfillRunner } from '../../db/backfills/backfill-runner.ts';
import { backfillStore } from '../../db/backfills/backfills.store.ts';
import { knownBackfills } from '../../db/backfills/known-backfills.ts';
import { openDatabase } from '../../db/client.ts';
import { hasEventPartitions, listWeeks } from '../../db/event-partitions/event-tables.ts';
import { weekMs, weekOf, weekTable } from '../../db/event-partitions/week.ts';
import { insertMany } from '../../db/insert-many.ts';
import { migrations } from '../../db/known-migrations.ts';
import { migrate } from '../../db/migrate.ts';
import type { Database } from '../../db/schema.ts';
import { eventStore } from '../events.store.ts';
import { dropWeeks } from './drop-weeks.ts';
import { keepWeeks } from './keep-weeks.ts';

const tendril = fileURLToPath(new URL('../../../commands/tendril.ts', import.meta.url));
const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0046'));
const now = Date.now();

const event = (runId: string, seq: number, at: number, workspaceId = 'w1') => ({
  ...{ runId, seq, workspaceId, sessionId: 's', at, kind: 'step-start', nodeId: 'n' },
  ...{ flowVersion: 1, payload: '{"type":"step-start"}' },
});
/** Events of 40 weeks. */
const runEvents = (from: number, runs: number, each = 10) =>
  Array.from({ length: runs * each }, (_, index) => {
    const run = from + Math.floor(index / each);
    return event(`run-${run}`, (index % each) + 1, now - (run % 40) * weekMs + index);
  });

describe.runIf(databases.includes('postgres'))('events by week', () => {
  let empty: EmptyDatabase;
  let db: Database;
  beforeEach(async () => {
    empty = await makeDatabase('postgres');
    db = await openDatabase({ ...empty, databasePool: 6 });
  });
  afterEach(async () => {
    await db.destroy();
    await empty.remove();
  });

  const runner = () =>
    createBackfillRunner({
      db,
      log: pino({ level: 'silent' }),
      backfills: knownBackfills,
      everyMs: 3_600_000,
    });
  const present = async () => {
    const { rows } = await sql<{ key: string }>`select "runId" || '/' || seq as key from event`.execute(db);
    return rows.map(({ key }) => key).toSorted();
  };
  const stateOf = async () => (await backfillStore(db).list())[0];

  it('are so from the beginning in a new database, and arrive in the table of their week', async () => {
    await migrate(db);
    expect(await hasEventPartitions(db)).toBe(true);
    await insertMany(db, 'event', [event('a', 1, now)]);
    const table = sql.ref(weekTable(weekOf(now)));
    expect((await sql`select 1 from ${table}`.execute(db)).rows).toHaveLength(1);
    await insertMany(db, 'event', [event('a', 1, now)], { skipsPresent: true });
    expect(await present()).toEqual(['a/1']);
  });

  it('are moved while others write and delete, by two processes at once', async () => {
    await migrate(db, before);
    await insertMany(db, 'event', runEvents(0, 1500));
    await migrate(db);
    expect(await hasEventPartitions(db)).toBe(false);
    const expected = new Set(await present());
    let isDone = false;
    const writer = (async () => {
      for (let round = 0; !isDone; round += 1) {
        const rows = runEvents(5000 + round, 1);
        await insertMany(db, 'event', rows, { skipsPresent: true });
        for (const { runId, seq } of rows) expected.add(`${runId}/${seq}`);
        const gone = `run-${(round * 37) % 1500}`;
        await db.deleteFrom('event').where('runId', '=', gone).execute();
        for (const key of [...expected]) if (key.startsWith(`${gone}/`)) expected.delete(key);
      }
    })();
    const { signal } = new AbortController();
    const runners = [runner(), runner()];
    while ((await stateOf())?.state !== 'done') await Promise.all(runners.map((one) => one.runAll(signal)));
    isDone = true;
    await writer;
    await Promise.all(runners.map((one) => one.close()));
    expect(await hasEventPartitions(db)).toBe(true);
    expect(await present()).toEqual([...expected].toSorted());
    expect((await listWeeks(db)).size).toBeGreaterThan(40);
    expect((await sql`select 1 from event_other`.execute(db)).rows).toEqual([]);
  }, 60_000);

  it('are moved by a command that is killed at any moment and started again, and is paused', async () => {
    await migrate(db, before);
    await insertMany(db, 'event', runEvents(0, 1500));
    const expected = await present();
    const start = (...args: string[]) =>
      spawn(process.execPath, [tendril, 'migrate', ...args], {
        env: {
          PATH: process.env['PATH'],
          ...codeCache,
          TENDRIL_HOME: empty.home,
          DATABASE_URL: empty.databaseUrl,
        },
        stdio: 'ignore',
      });
    const first = start();
    await expect
      .poll(async () => Number((await stateOf().catch(() => undefined))?.done ?? 0), { timeout: 30_000 })
      .toBeGreaterThan(0);
    first.kill('SIGKILL');
    await once(first, 'exit');
    const killedAt = await stateOf();
    expect(killedAt).toMatchObject({ state: 'open' });
    expect(await present()).toEqual(expected);
    await once(start('--pause', 'event-partitions'), 'exit');
    const held = runner();
    await held.runAll(new AbortController().signal);
    expect(await stateOf()).toMatchObject({ state: 'paused', done: killedAt?.done });
    await held.close();
    await once(start('--resume', 'event-partitions'), 'exit');
    const [code] = await once(start(), 'exit');
    expect(code).toBe(0);
    expect(await stateOf()).toMatchObject({ state: 'done', done: 15_000, cursor: null });
    expect(await hasEventPartitions(db)).toBe(true);
    expect(await present()).toEqual(expected);
  }, 90_000);

  it('go by the week with their files, except what is held, kept or not over', async () => {
    await migrate(db);
    const old = weekOf(now) - 20 * weekMs;
    const removed: string[] = [];
    const files = { remove: async (_: string, sha256: string) => void removed.push(sha256) };
    const keep = () => keepWeeks({ db, files: files as never, retentionDays: 90 }, now);
    await db.transaction().execute(async (trx) => {
      const { makeWeeks } = await import('../../db/event-partitions/event-tables.ts');
      await makeWeeks(trx, [old, old + weekMs]);
    });
    const rows = ['gone', 'kept', 'held'].map((runId) =>
      event(runId, 1, old + 5, runId === 'held' ? 'w2' : 'w1'),
    );
    await insertMany(db, 'event', [...rows, event('gone', 2, now), event('filed', 1, old + 9)]);
    await insertMany(db, 'kept_record', [
      { workspaceId: 'w1', kind: 'run', id: 'kept', name: 'k', createdAt: 1 },
    ]);
    await insertMany(db, 'data_retention', [
      { workspaceId: 'w2', days: '{}', isHeld: 1, nextPurgeAt: 1, purgedAt: null, removed: '{}' },
    ]);
    const file = (id: string, ownerId: string) => ({
      ...{ id, workspaceId: 'w1', ownerKind: 'run', ownerId, sha256: id.repeat(64) },
      ...{ size: 1, mediaType: 'a/b', name: 'x', createdAt: 1 },
    });
    await insertMany(db, 'file', [file('a', 'filed'), file('b', 'gone')]);
    expect(await keep()).toBe(2);
    expect(await present()).toEqual(['gone/2', 'held/1', 'kept/1']);
    // The events of this run are not all gone.
    expect((await db.selectFrom('file').select('ownerId').execute()).map(({ ownerId }) => ownerId)).toEqual([
      'gone',
    ]);
    expect(removed).toEqual(['a'.repeat(64)]);
    expect(await keep()).toBe(0);
    expect([...(await listWeeks(db)).keys()]).not.toContain(old);
  });

  it('stay although their run was kept, and their workspace held, while their week was being dropped', async () => {
    await migrate(db);
    const old = weekOf(now) - 20 * weekMs;
    await db.transaction().execute(async (trx) => {
      const { makeWeeks } = await import('../../db/event-partitions/event-tables.ts');
      await makeWeeks(trx, [old]);
    });
    const rows = ['gone', 'kept', 'held'].map((runId) =>
      event(runId, 1, old + 5, runId === 'held' ? 'w2' : 'w1'),
    );
    await insertMany(db, 'event', rows);
    const files = { remove: async () => undefined };
    const waiting = async () => {
      const { rows: found } = await sql<{ count: number }>`select count(*)::int as count from pg_locks
        where not granted and relation = 'event'::regclass`.execute(db);
      return found[0]?.count;
    };
    let dropping: Promise<number> | undefined;
    // A reader holds it up for a moment.
    await db.transaction().execute(async (trx) => {
      await sql`select 1 from event limit 1`.execute(trx);
      dropping = dropWeeks(db, files as never, old + weekMs);
      await expect.poll(waiting, { interval: 10 }).toBe(1);
      const kept = { workspaceId: 'w1', kind: 'run' as const, id: 'kept', name: 'k', createdAt: 1 };
      await insertMany(db, 'kept_record', [kept]);
      const retention = { days: '{}', isHeld: 1 as const, nextPurgeAt: 1, purgedAt: null, removed: '{}' };
      await insertMany(db, 'data_retention', [{ workspaceId: 'w2', ...retention }]);
    });
    expect(await dropping).toBe(1);
    expect(await present()).toEqual(['held/1', 'kept/1']);
  });

  it('of a week without a table are found, and moved once it has one', async () => {
    await migrate(db);
    const ahead = now + 20 * weekMs;
    await insertMany(db, 'event', [event('late', 1, ahead), event('late', 2, ahead + 1)]);
    expect(await eventStore(db).read({ workspaceId: 'w1' }, 'late', 0)).toHaveLength(2);
    await keepWeeks({ db, files: {} as never, retentionDays: 0 }, ahead);
    expect((await sql`select 1 from event_other`.execute(db)).rows).toHaveLength(0);
    expect(await eventStore(db).read({ workspaceId: 'w1' }, 'late', 0)).toHaveLength(2);
  });
});
